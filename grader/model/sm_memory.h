// The memory side of an SM: which access of the trace an instruction makes, and how long it takes.
#ifndef WARPBOOK_MODEL_SM_MEMORY_H
#define WARPBOOK_MODEL_SM_MEMORY_H

#include "grader/model/cache.h"
#include "grader/model/sm.h"

enum { RECORDS_MAX = 256, AHEAD_MAX = 32, HOT_PLACES = 2048, HOT_BYTES = 1024 };

// The accesses of the trace that belong to the step that a warp is at.
typedef struct {
    const WarpTrace *trace;
    uint32_t at[RECORDS_MAX];
    uint32_t count;
    uint32_t to;               // the trace's words from here on belong to later steps
    uint32_t ahead[AHEAD_MAX]; // of these, the accesses that are taken already
    uint32_t ahead_count;
} Records;

// One access. Without words: nothing is known of it.
typedef struct {
    uint32_t kind, element, count, lanes;
    uint32_t passes; // of L1; 0: not known
    const uint32_t *words;
    bool none; // no lane takes part
} Access;

void records_begin(Records *records, const WarpTrace *trace, const StreamStep *step);
void records_next(Records *records, const StreamStep *step);
Access records_take(Records *records, int32_t site, const MachineInstruction *instruction);

typedef struct {
    const SmSetup *setup;
    SmResult *result;
    Cache l1;
    double lsu_free, dram_free;
    // L2: the ways from it and to it, and what both share; when each is free, and how long it was busy.
    double l2_read_free, l2_write_free, l2_free, l2_read_busy, l2_write_busy, l2_busy;
    double read_owed, write_owed;   // sectors that DRAM still has to serve
    uint32_t hot_place[HOT_PLACES]; // of HOT_BYTES each
    double hot_cycles[HOT_PLACES];  // of atomic operations there
} Memory;

typedef struct {
    double read, done; // when its operands have been read; when the result is there
} Served;

bool memory_begin(Memory *memory, const SmSetup *setup, SmResult *result);
void memory_end(Memory *memory);
Served memory_serve(Memory *memory, const MachineInstruction *instruction, const Access *access, double at,
                    uint32_t warp);

#endif
