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
    KERNEL_FACTS
} KernelFact;

// Index of a fact, a KernelFact; -1 where there is none of that name.
int kernel_fact_find(const char *name);

// Does the expression name one that only the assembler can tell (registers, occupancy)?
bool needs_occupancy(const char *expression);

#endif
