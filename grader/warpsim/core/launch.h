// Inside the simulator: workers that run the blocks of a launch.
#ifndef WARPBOOK_LAUNCH_H
#define WARPBOOK_LAUNCH_H

#include "grader/warpsim/core/simulator.h"

void launch_free_workers(Warpsim *s);

// launch_check.c: blocks of so many threads and bytes of shared memory that an SM has room for, times the SMs; at
// least one.
u32 resident_limit(const Warpsim *s, u32 threads, u64 shared);

// One grid to its end, without what its kernel launches. `grid`: becomes Launch.grid_state. `spent`: thread-instructions before it
// in the same launch of the host's. 0 or a CUDA error.
int launch_grid(Warpsim *s, const WarpsimLaunch *request, void *grid, u64 spent);

#endif
