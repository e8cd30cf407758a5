// Each launch by itself, in order: its counters, and what the model of time says of it.
#ifndef WARPBOOK_MODELLING_H
#define WARPBOOK_MODELLING_H

#include "grader/contract/sampled_values.h"
#include "grader/footprint/footprint.h"
#include "grader/model/model.h"

enum { LAUNCH_COUNTERS = 40 }; // at most

// What blocks all over a grid do (spread.c).
typedef struct {
    // Of device memory, different ones, all blocks of the grid, and standard errors of both.
    double stored_bytes, read_bytes, stored_error, read_error;
    uint64_t
        thread_bytes; // that each thread stores which stores at all, the first and the last block among them; 0: not all are alike
    // Of the blocks that have run, from begin to end: of those that the model looks at some may not have come to their stores.
    uint64_t counters[LAUNCH_COUNTERS];
} Spread;

typedef struct {
    const WarpsimKernel *kernel;
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;              // of a block
    uint64_t counters[LAUNCH_COUNTERS]; // by warpsim_counter_name
    Modelled modelled;
    Spread spread; // where `modelled` is known and samples alone run
} ListedLaunch;

// Elements that sampled blocks have stored, and the pieces of inputs that were filled for them.
typedef struct {
    uint64_t *pages;
    StoredValue *values;
    uint32_t page_count, value_count, page_room, value_room;
    uint64_t storing; // blocks that stored, of the launch of which the fewest did; 0: none did
    bool
        unclear; // some store to memory of the program's own, which may be copied to the output, or a launch did not store at all
    bool missed; // of some launch none were looked at
} Sampled;

// Launches other than they were asked for. All 0: as they were.
typedef struct {
    uint32_t block[3]; // x 0: as asked for
    uint32_t fewer_registers;
    uint32_t dram_percent, l2_percent, shared_percent; // of what it is; 0: 100
} Supposed;

enum { LISTED_LAUNCHES_MAX = 1 << 16 };

// What is to be done with launches, and what came of it. Starts zeroed: nothing.
typedef struct {
    bool list, model, cold;
    bool samples_only; // only what the model looks at runs: results are worth nothing
    uint64_t draw;     // of other blocks that are looked at then
    Sampled sampled;
    Supposed supposed;
    ListedLaunch *launches;
    uint32_t count, room, left_out;
} Modelling;

typedef struct Device Device;

// The request with the blocks that are supposed. Each axis keeps its threads, and gets as many blocks as they need.
void modelling_suppose(const Device *device, WarpsimLaunch *request);

// Around a launch: sets what is to be traced; takes the trace, and adds the launch to the list.
void modelling_before(Device *device, WarpsimLaunch *request, uint64_t *before);
// `ended`: all blocks that were to run have run to their end; else nothing is known of its time.
void modelling_after(Device *device, const WarpsimLaunch *request, const uint64_t *before, bool ended);
// What the kernel's launches have counted up to now.
void modelling_count(const Device *device, const WarpsimKernel *kernel, uint64_t to[LAUNCH_COUNTERS]);
// One of them, by its name; 0: there is none of that name.
uint64_t modelling_counter(const uint64_t counters[LAUNCH_COUNTERS], const char *name);
// The counter of that name of all launches of the kernel up to now.
uint64_t modelling_total(const Device *device, const WarpsimKernel *kernel, const char *name);
// spread.c: with samples_only, runs blocks all over the grid for launch->spread.
void modelling_spread(Device *device, const WarpsimLaunch *request, ListedLaunch *launch);
// The launch with other blocks: `count` of them or fewer, drawn by `draw`; *blocks: how many ran, 0 where one did not come to
// its end. What they touch is added.
bool modelling_run_spread(Device *device, const WarpsimLaunch *request, uint32_t count, uint64_t draw,
                          Footprint *touched, uint64_t *blocks);
// sampled.c: runs up to `count` blocks of the launch on filled inputs and keeps what they store.
void sampled_values_look(Device *device, const WarpsimLaunch *request, uint32_t count, uint64_t draw);
// The payload of GRADER_VALUES, malloc'ed; NULL: no memory.
void *sampled_values_answer(const Sampled *sampled, uint64_t *size);
void modelling_clear(Modelling *modelling);

#endif
