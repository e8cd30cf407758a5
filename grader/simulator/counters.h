// What is counted while kernels run, and how it is added up a kernel and a source line.
//
// Instructions are not counted one by one: a basic block counts how often warps ran it and with how many
// lanes in all; what its instructions are is known from decoding.
#ifndef WARPBOOK_COUNTERS_H
#define WARPBOOK_COUNTERS_H

#include "grader/simulator/program.h"

// One basic block on one worker.
typedef struct {
    u64 warps;     // warp executions
    u64 lanes;     // lanes active in them, added up
    u64 divergent; // executions whose branch split the warp
} BlockCount;

typedef struct {
    u64 global_load_requests, global_load_sectors, global_load_bytes;
    u64 global_store_requests, global_store_sectors, global_store_bytes;
    u64 global_sectors_excessive;
    u64 shared_load_requests, shared_load_bytes;
    u64 shared_store_requests, shared_store_bytes;
    u64 shared_load_bank_conflicts, shared_store_bank_conflicts;
    u64 texture_requests; // fetches, and surface accesses
    u64 warp_instructions, thread_instructions;
    u64 branches, divergent_branches;
    u64 barriers;
    u64 launches, blocks, threads; // as launched; of a kernel, never of a line
} Counters;

// Names and places of the counters above, in order, for reports: ended by name == NULL.
typedef struct {
    const char *name;
    size_t offset;
} CounterName;
extern const CounterName counter_names[];

// Counts of one source line of one kernel.
typedef struct {
    const char *file;
    int line;
    Counters counters;
} LineCounters;

// What a launch asked of an SM for each block: occupancy depends on it.
typedef struct {
    u32 threads, dynamic_shared;
} BlockShape;

enum { BLOCK_SHAPES_MAX = 64 };

// Everything counted for one kernel since the last reset.
typedef struct {
    const Function *kernel;
    u32 shared_bytes_per_block;
    BlockShape shapes[BLOCK_SHAPES_MAX]; // the different ones it was launched with
    int shape_count;
    bool more_shapes; // than there is room for
    Counters total;
    LineCounters *lines; // ordered by file and line
    int line_count;
} KernelCounters;

typedef struct {
    KernelCounters *kernels; // in order of first launch
    int count;
} CounterTable;

struct Launch;

// Adds what the launch's workers counted, and resets their counts.
void counters_add_launch(CounterTable *table, struct Launch *launch);
void counters_clear(CounterTable *table);

#endif
