// The time of one SM: its warps, four schedulers, units, L1 and its part of L2 and DRAM, instruction by instruction.
//
// In-order issue with scoreboards as the machine code asks for them; a scheduler goes on with the warp it had, or takes
// the one that waits longest. Which cycles nothing is issued in, and why, is counted as Nsight Compute counts it.
#ifndef WARPBOOK_MODEL_SM_H
#define WARPBOOK_MODEL_SM_H

#include "grader/model/stream.h"
#include "grader/model/timing.h"

// What a scheduler's cycle was spent on.
typedef enum {
    SPENT_ISSUED,
    SPENT_MEMORY, // waits for global or local memory
    SPENT_SHORT,  // waits for shared memory, special functions, shuffles
    SPENT_BARRIER,
    SPENT_UNIT,  // the unit is busy
    SPENT_QUEUE, // the load-store unit's queue is full
    SPENT_WAIT,  // the distance between two instructions that depend on each other
    SPENT_EMPTY, // no warp is there
    SPENT_KINDS
} Spent;

typedef struct {
    const MachineCode *code;
    StreamMap *map;
    const Program *program;
    const Timing *timing;
    uint32_t schedulers, resident; // resident: blocks that the SM holds
    uint64_t l1_bytes;
    double sms_active;
    double dram_read,
        dram_write; // of the sectors that miss L1, and of those stored: the share that DRAM has to do with
    double dram_read_cost, dram_write_cost; // bytes of DRAM's time for each byte
    double dram_bytes;                      // a cycle, of the whole GPU
    uint64_t total_blocks;                  // that this SM would run; the trace may have fewer
    bool cold;
} SmSetup;

typedef struct {
    double cycles;             // for total_blocks
    double blocks;             // that were simulated
    double simulated;          // cycles of them
    double instructions;       // of warps, of the simulated blocks
    double spent[SPENT_KINDS]; // scheduler cycles
    double busy[UNITS];        // cycles of each unit of a scheduler, or of the SM: memory, shuffles
    double local_sectors;      // of local memory, loaded and stored
    double load_sectors, load_hits, store_sectors, store_hits;
    double l2_cycles, dram_cycles; // that the SM's share of each is busy
    double atomic_lanes,
        hottest;         // of lanes; cycles of the place in L2 that has most to do with atomic operations
    double warps_active; // warps there at a time, on average
    double *issued;      // of each machine instruction; malloc'ed, by the code's count
    double *waited;      // cycles that schedulers waited for each to be issued; behind `issued`
} SmResult;

// `blocks`: those of the SM in the order in which they start. False when memory runs out.
bool sm_run(const SmSetup *setup, const BlockTrace *const *blocks, uint32_t count, SmResult *out);

#endif
