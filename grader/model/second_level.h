// L2 and DRAM: what a launch's lines do to them when the same launch has run before.
#ifndef WARPBOOK_MODEL_SECOND_LEVEL_H
#define WARPBOOK_MODEL_SECOND_LEVEL_H

#include "grader/warpsim/core/trace.h"

typedef struct {
    uint64_t cache_bytes; // of the whole L2
    bool halves; // L2 is two halves, each near one half of the SMs, and lines of the other are kept in both
    bool cold;   // nothing is in it at the start
    uint32_t sms;
    uint64_t wave;             // blocks that are there at once
    uint64_t blocks;           // of the launch
    double block_instructions; // of PTX, of warps, that a block executes which did not end early
} SecondLevelSetup;

// For one block of the launch, on average over those that were looked at after the caches had filled.
typedef struct {
    double sectors_read, sectors_written; // that blocks asked for, without L1
    double far_reads;                     // sectors that the near half of L2 had to ask the other for
    double dram_read, dram_write;         // bytes
    double lone_reads,
        lone_writes;  // of these: reads at places far from all others, single sectors written there
    double footprint; // bytes of L2 that the whole launch would fill, as far as it is known
} SecondLevel;

bool second_level_run(const LaunchTrace *trace, const SecondLevelSetup *setup, SecondLevel *out);

#endif
