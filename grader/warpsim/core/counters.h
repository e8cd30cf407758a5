// What is counted while kernels run, and how it is added up for each kernel and source line.
//
// Instructions are not counted one by one: a basic block counts how often warps ran it and with how many
// lanes in all; what its instructions are is known from decoding.
#ifndef WARPBOOK_COUNTING_H
#define WARPBOOK_COUNTING_H

#include "grader/contract/counters.h"
#include "grader/warpsim/core/configurations.h"
#include "grader/warpsim/core/program.h"

// One basic block on one worker.
typedef struct {
    u64 warps;     // warp executions
    u64 lanes;     // lanes active in them, added up
    u64 divergent; // executions whose branch split the warp
} BlockCount;

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

enum { BLOCK_SHAPES_MAX = 64, CONTRIBUTIONS_MAX = 256 };

// Launches that stored to global memory, with the same blocks, and counted exactly the same.
typedef struct {
    u32 block[3], shared_bytes;
    u64 launches;
    Counters one; // of each of them
} Contribution;

// Everything counted for one kernel since the last reset.
typedef struct {
    const Function *kernel;
    u32 shared_bytes_per_block;
    BlockShape shapes[BLOCK_SHAPES_MAX]; // the different ones it was launched with
    int shape_count;
    bool more_shapes;            // than there is room for
    Contribution *contributions; // in order of the first launch of each; CONTRIBUTIONS_MAX at most
    int contribution_count;
    bool more_contributions; // than there is room for
    Configurations configurations;
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
