// L2 and DRAM: what a launch's lines do to them when the same launch has run before.
#ifndef WARPBOOK_MODEL_SECOND_LEVEL_H
#define WARPBOOK_MODEL_SECOND_LEVEL_H

#include "grader/warpsim/core/trace.h"

// Memory that a program has allocated, as lines of 128 bytes from DEVICE_ADDRESS_BASE on.
typedef struct {
    uint32_t first, end;
} LineRange;

typedef struct {
    uint64_t cache_bytes; // of the whole L2
    bool halves; // L2 is two halves, each near one half of the SMs, and lines of the other are kept in both
    bool cold;   // nothing is in it at the start
    uint32_t sms;
    uint64_t wave;             // blocks that are there at once
    uint64_t blocks;           // of the launch
    double block_instructions; // of PTX, of warps, that a block executes which did not end early
    const LineRange *ranges;   // in the order of addresses, none in another
    uint32_t range_count;
} SecondLevelSetup;

// For one block of the launch, on average over those that were looked at after the caches had filled.
typedef struct {
    double sectors_read, sectors_written; // that blocks asked for, without L1
    double far_reads;                     // sectors that the near half of L2 had to ask the other for
    double dram_read, dram_write;         // bytes; read for loads
    double dram_fill;                     // bytes read because a sector was stored in part
    double lone_reads,
        lone_writes; // of these: reads at places far from all others, single sectors written there
} SecondLevel;

bool second_level_run(const LaunchTrace *trace, const SecondLevelSetup *setup, SecondLevel *out);

#endif
