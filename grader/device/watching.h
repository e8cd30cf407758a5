// What a run is watched for that somebody will look at: every access of chosen blocks, and which block wrote each cell
// of the output.
#ifndef WARPBOOK_WATCHING_H
#define WARPBOOK_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/warpsim/warpsim.h"

typedef struct Watching Watching;

typedef struct {
    Warpsim *sim; // with one worker
    const WarpsimGpu *gpu;
    uint64_t output, count; // the cells of the output: so many elements of `size` bytes at `output`
    uint32_t size;
    uint64_t block; // 0, or 1 + the number of a block that must be among the chosen ones
} WatchingPlan;

// NULL without memory.
Watching *watching_new(const WatchingPlan *plan);

// Around a launch; NULL: nobody looks.
void watching_before(Watching *watching, WarpsimLaunch *request);
void watching_after(const Watching *watching, WarpsimLaunch *request);

// The records `shape`, `access` and `owners` of grader/contract/device_report.h; malloc'ed, NULL without memory.
char *watching_text(const Watching *watching);
void watching_free(Watching *watching);

#endif
