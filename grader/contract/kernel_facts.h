// Facts of a kernel that are no counts, by their names in the JSON result.
#ifndef WARPBOOK_KERNEL_FACTS_H
#define WARPBOOK_KERNEL_FACTS_H

#include <stdbool.h>

typedef enum {
    FACT_SHARED_BYTES,
    FACT_REGISTERS,
    FACT_OCCUPANCY,
    FACT_BRANCH_EFFICIENCY, // branches that did not split their warp, in percent; 100 where there is no branch
    // Of the lines of headers in common/, whose functions submissions call: the instructions of warps and of
    // threads, and those of threads on the line that has most.
    FACT_HEADER_WARPS,
    FACT_HEADER_THREADS,
    FACT_HEADER_LINE,
    // Of a point's values, on an average: those that came through shared memory, where another thread had put them, and
    // loads from global memory that served this point alone. Counted by the witness, in a run of their own.
    FACT_PASSED_VALUES,
    FACT_ALONE_VALUES,
    FACT_CROSSING_VALUES, // of those that were passed on, the ones of another row of the grid than the point's
    FACT_LINE_VALUES,     // loads from shared memory of what lies in the point's own line along the march
    FACT_AGAIN_VALUES,    // loads of what another load of the block has put into shared memory
    FACT_STRAYED_VALUES,  // loads of the far end of a line that no stored value depends on
    FACT_COLUMNS,         // of points, with those of the halo, that a block works on at a time
    KERNEL_FACTS
} KernelFact;

// Index of a fact, a KernelFact; -1 where there is none of that name.
int kernel_fact_find(const char *name);

// Does the expression name one that only the assembler can tell (registers, occupancy)?
bool needs_occupancy(const char *expression);

// Or one that only the witness can tell?
bool needs_witness(const char *expression);

// Or one that sampled blocks cannot tell: of all blocks of a launch together?
bool needs_all_blocks(const char *expression);

#endif
