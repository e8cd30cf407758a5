// The paths of chosen warps through a kernel: which basic blocks of the code they entered, in order, and with which lanes.
#ifndef WARPBOOK_WARP_PATHS_H
#define WARPBOOK_WARP_PATHS_H

#include <stdint.h>
#include <stdio.h>

#include "grader/warpsim/core/trace.h"

typedef struct WarpPaths WarpPaths;

// NULL without memory.
WarpPaths *warp_paths_new(void);
void warp_paths_free(WarpPaths *paths);

// A warp of block `block` of launch number `launch` enters a basic block. Only some warps of a block are kept, and of each so
// many steps.
void warp_paths_note(WarpPaths *paths, int launch, const TracedEntry *entry);

// Writes the records `path` of grader/contract/device_report.h; `kernel` and `grid` say what launch a number is.
void warp_paths_write(FILE *to, const WarpPaths *paths,
                      void (*put_launch)(FILE *to, const void *context, int launch, uint64_t block),
                      const void *context);

#endif
