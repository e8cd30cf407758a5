// What a run is watched for that somebody will look at: every access of chosen blocks, and which block wrote each cell
// of the output.
#ifndef WARPBOOK_WATCHING_H
#define WARPBOOK_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/warpsim/warpsim.h"

typedef struct Device Device;
typedef struct Watching Watching;

// From now on launches are watched. The cells of the output are `count` elements of `size` bytes at `output`; `block` is
// 0, or 1 + the number of a block that must be among the chosen ones. False without memory. The simulator must have one
// worker.
bool watching_start(Device *device, uint64_t output, uint64_t count, uint32_t size, uint64_t block);

// Around a launch.
void watching_before(Device *device, WarpsimLaunch *request);
void watching_after(Device *device, WarpsimLaunch *request);

// The records `shape`, `access` and `owners` of grader/contract/device_report.h; malloc'ed, NULL without memory.
char *watching_text(const Device *device);
void watching_free(Watching *watching);

#endif
