// Each launch by itself, in order: its counters, and what the model of time says of it.
#ifndef WARPBOOK_MODELLING_H
#define WARPBOOK_MODELLING_H

#include "grader/model/model.h"

enum { LAUNCH_COUNTERS = 40 }; // at most

typedef struct {
    const WarpsimKernel *kernel;
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;              // of a block
    uint64_t counters[LAUNCH_COUNTERS]; // by warpsim_counter_name
    Modelled modelled;
} ListedLaunch;

enum { LISTED_LAUNCHES_MAX = 1 << 16 };

// What is to be done with launches, and what came of it. Starts zeroed: nothing.
typedef struct {
    bool list, model, cold;
    bool samples_only; // only what the model looks at runs: results are worth nothing
    ListedLaunch *launches;
    uint32_t count, room, left_out;
} Modelling;

typedef struct Device Device;

// Around a launch: sets what is to be traced; takes the trace, and adds the launch to the list.
void modelling_before(Device *device, WarpsimLaunch *request, uint64_t *before);
void modelling_after(Device *device, const WarpsimLaunch *request, const uint64_t *before);
void modelling_clear(Modelling *modelling);

#endif
