// The simulated GPU from inside: what the public functions of warpsim.h work on.
#ifndef WARPBOOK_SIMULATOR_H
#define WARPBOOK_SIMULATOR_H

#include <stddef.h>

#include "grader/contract/cuda_errors.h"
#include "grader/warpsim/core/counters.h"
#include "grader/warpsim/core/findings.h"
#include "grader/footprint/footprint.h"
#include "grader/gpus/gpu.h"
#include "grader/warpsim/core/memory.h"
#include "grader/warpsim/core/race_group.h"
#include "grader/warpsim/core/undefined_words.h"
#include "grader/warpsim/warpsim.h"

// One of several devices: see devices.h.
typedef struct {
    u32 peers;   // bit i: its kernels may use the memory of device i
    u8 **images; // of a device that is not in use: the variables of each module
    u32 image_count;
} DeviceState;

struct Warpsim {
    const GpuDescription *gpu;
    Arena *arena;
    Program **programs; // one a PTX module
    u32 program_count;
    u32 worker_count;
    bool details;  // keep the source place of every access, for the other access of races
    OpRun *watch;  // of the modules that are loaded from now on: see watched.c; NULL: not wanted
    void *watcher; // what it works on
    struct Worker *workers;
    u32 workers_ready, worker_sites, worker_blocks;
    u64 *races;
    RaceHistory *race_histories;
    RacePool race_pool;
    u64 race_bytes;       // of address space for `races`
    u64 race_pages_since; // bytes of records that launches may have touched since memory was looked at
    Allocation **tracked; // those that the last launch might store to, unless freed since
    u32 tracked_count, tracked_room;
    bool forgoes_races;                    // warpsim_forgo_races()
    u64 unjudged_launches, unjudged_bytes; // launches in which memory did not suffice to look for races
                                           // everywhere; the most bytes that one of them left out
    u64 launches;
    u64 last_spent;           // thread-instructions of the last launch
    u64 phase_base;           // the highest number that a race record may bear so far
    u64 phase_most;           // that one may bear: RACE_COUNTERS - 1, or fewer, for tests
    Allocation *workspace;    // of cooperative launches: their grid barrier
    WarpsimSchedule schedule; // of launches that are only compared
    WarpsimSchedule order;    // of those that count
    bool sums_floats;         // a kernel that was launched does, by atomic operations
    bool updates; // one has volatile or relaxed loads and stores, or uses what atomic operations have found
    bool lanes_apart; // warpsim_part_lanes()
    bool
        shares_work; // blocks take turns at atomic operations, as a GPU's do: the first would else take all from a queue
    bool shares_lanes; // one has the former, or asks which lanes are here
    u64 clock_ns;      // modelled: what %globaltimer and events read
    CounterTable counters;
    Findings findings;
    Findings departures;      // barriers that opened when threads of the block had left the kernel
    Findings lost;            // updates: they are findings when the result depends on the order
    Findings withheld;        // of values that were never written: when they leave the device
    UndefinedWords undefined; // in global memory
    DeviceState devices[MAX_DEVICES];
    u32 device_count, device;      // how many there are; the one in use
    const WarpsimRuntime *runtime; // NULL: kernels may launch no kernels
    void *family_states;           // see family.h
    char *printed; // text of printf in kernels that has not been fetched yet, at most PRINTED_MAX bytes
    size_t printed_size;
};

// The first values of a module's variables, __managed__ ones too where `managed` says so.
void modules_fill_variables(Warpsim *s, const Program *p, bool managed);

#endif
