// Race detection: who touched each word last, and whether anything ordered that access and this one.
//
// Two accesses race when they touch the same byte, at least one writes, not both are atomic or volatile, and
// neither of these lies between them: a block barrier (same block), a warp barrier such as __syncwarp() (same
// warp), the end of the launch. Writes of one and the same value do not race with each other: whoever comes
// last, it is there. A word is as long as the kernel's narrowest store, and at most 4 bytes. One 64-bit
// record holds what is known about it; one for eight bytes serves where they have nearly the same history
// (race_group.h):
//
//   bits  0..4  lane, 6..10 warp of the last access that matters
//        12..23 its warp epoch: counts the warp barriers that the warp has passed; when it starts again from 0,
//               the warp takes a phase number of its own
//   about the accesses of this phase:
//         5     several lanes of the warp (the lane is then 0)       11 several warps of the block
//        24     a write is among them                                27 all were atomic or volatile
//        29     this warp wrote before its last warp barrier, not atomically
//   about all accesses of this launch (global memory):
//        25     a write      28 not atomic      26 accesses of several blocks
//        30     their order shows: a read, or writes of different values
//   31..33      how the lanes of eight bytes follow from the first one's (RaceShape); a word's record has 0
//   34..63      phase number: 34..39 CPU worker, 40..63 a counter that each worker draws from at the start of a
//               block and at each of its barriers, so that it names one phase of one block, or a part of a phase
//               for one warp. When the counter is used up, the numbers are given anew (phase_numbers.c)
//
// Facts about the launch are only ever added, so whether blocks race does not depend on which CPU thread ran
// first. Where that is noticed may; the grader therefore runs a case with findings again on one worker with
// `details`, which keep the source places too.
#ifndef WARPBOOK_RACE_H
#define WARPBOOK_RACE_H

#include "grader/warpsim/core/lanes.h"

enum {
    RACE_LANE = 31,
    RACE_LANES = 1 << 5,
    RACE_WARP_SHIFT = 6,
    RACE_WARP = 31 << RACE_WARP_SHIFT,
    RACE_WARPS = 1 << 11,
    RACE_EPOCH_SHIFT = 12,
    RACE_EPOCHS = 1 << 12,
    RACE_EPOCH = (RACE_EPOCHS - 1) << RACE_EPOCH_SHIFT,
    RACE_WRITE = 1 << 24,
    RACE_WRITTEN = 1 << 25,
    RACE_BLOCKS = 1 << 26,
    RACE_ATOMIC = 1 << 27,
    RACE_PLAIN = 1 << 28,
    RACE_EARLIER = 1 << 29,
    RACE_SHOWS = 1 << 30,
    RACE_SHAPE_SHIFT = 31,
    RACE_PHASE_SHIFT = 34,
    RACE_COUNTER_SHIFT = 40,
    RACE_WORKER = 63,
};
#define RACE_SHAPE (7ull << RACE_SHAPE_SHIFT)
// Facts that make it a race when they meet in different blocks.
#define RACE_BETWEEN_BLOCKS ((u64)(RACE_BLOCKS | RACE_WRITTEN | RACE_PLAIN))
#define RACE_COUNTERS       (1ull << (64 - RACE_COUNTER_SHIFT))
#define RACE_COUNTER_STEP   (1ull << RACE_COUNTER_SHIFT)
#define RACE_PHASE          (~0ull << RACE_PHASE_SHIFT)

// The threads of a group's words. The record of a group has that of the first word that was touched.
enum { RACE_GROUP = 8 }; // bytes
typedef enum {
    RACE_ALIKE,       // one thread, or several of which no word has its own
    RACE_LANE_EACH_4, // four bytes of that lane and four of the next; RACE_LANE_EACH_n is RACE_GROUP >> shape
    RACE_LANE_EACH_2, // two bytes for each of four lanes
    RACE_LANE_EACH_1,
    RACE_FIRST_HALF, // the first four bytes by one thread, the others not touched yet
    RACE_SECOND_HALF,
    RACE_ROWS,  // each word of the thread below the last one's in the block, as in a column of a matrix
    RACE_SINGLE // a record for each word: the number of their place in the pool, or 0 (race_group.h)
} RaceShape;

// The side that is running now.
typedef struct {
    u64 record;               // phase number, epoch, warp and lane of the access; no flags
    u64 oldest;               // smallest record of this launch: anything below is from an earlier one
    u64 block_first;          // smallest record of this block (same worker)
    u64 phase_first;          // and of its phase: since its last barrier
    bool read, write, atomic; // atomicAdd() and its like do all three
    bool block_scope;         // atomic for the threads of its block alone: for other blocks it is not
    bool own_memory;          // no other block has it, and only this phase counts: oldest is its phase number
    bool own_block_only;      // accesses of other blocks do not matter
    bool
        own_phase_only; // nor other phases: blocks take turns, a block's phase numbers do not follow each other
} RaceAccess;

typedef enum { RACE_NONE, RACE_READ_AFTER_WRITE, RACE_WRITE_AFTER_READ, RACE_WRITE_AFTER_WRITE } RaceKind;

// The record is of this launch and of the block of the access, and of this phase with own_phase_only.
static inline bool race_same_block(u64 record, const RaceAccess *me) {
    return (record >> RACE_PHASE_SHIFT & RACE_WORKER) == (me->record >> RACE_PHASE_SHIFT & RACE_WORKER) &&
           record >= me->block_first &&
           (!me->own_phase_only || record >> RACE_PHASE_SHIFT == me->record >> RACE_PHASE_SHIFT);
}

// Judges one access against the record and updates it. `changes`: a write that leaves another value than it
// found.
RaceKind race_judge(u64 *record, const RaceAccess *me, u32 lane, bool changes);

// A run of elements of neighbouring lanes, and the records of its memory.
typedef struct {
    u64 *records;
    u32 count, span;   // records; bytes that each is for: those of a word, or RACE_GROUP in global memory
    u32 grain;         // bytes of a word
    u32 element, lane; // bytes that each lane has there; the first lane
    const u8 *memory;  // what is there
    const u8 *value;   // what a write leaves there; NULL: something else than it finds
} RaceRun;

// Judges the records one after the other and updates them. Ends before the first that needs a closer look: it
// is a race, its words will not have one history, or it is of another block that does not matter. Returns how
// many were done.
typedef u32 RaceJudgeRun(const RaceRun *run, const RaceAccess *me);
RaceJudgeRun race_judge_run_portable, race_judge_run_avx2, race_judge_run_avx512;

// The record of a first access: what race_judge() leaves in a word that this launch has not touched.
static inline u64 race_fresh(const RaceAccess *me, u32 lane) {
    return me->record | lane | (me->write ? RACE_WRITE | RACE_WRITTEN : 0) | (me->read ? RACE_SHOWS : 0) |
           (me->atomic ? RACE_ATOMIC : RACE_PLAIN) | (me->block_scope ? RACE_PLAIN : 0);
}

// One access, for the report. Kept only with details.
typedef struct {
    u32 site;
    u32 block;       // linear block index
    u32 thread : 27; // linear thread index
    u32 write : 1, atomic : 1;
    u32 block_scope : 1; // atomic for its own block alone
    u32 block_fence : 1; // a fence for its block orders it, one for the device would order it here
    u32 phase;           // phase number
} RaceDetail;

// The last access of a word, the last by another thread than that, and the last write that was not atomic.
typedef struct {
    RaceDetail last, before, written;
} RaceHistory;

void race_keep(RaceHistory *history, RaceDetail access);

// The access that races with this one, or NULL where neither kept access does. `oldest` as in RaceAccess.
const RaceDetail *race_other(const RaceHistory *history, RaceDetail access, u64 oldest);

// An access by another thread that nothing orders before this one, where both are atomic or volatile; NULL: none.
const RaceDetail *race_strong_other(const RaceHistory *history, RaceDetail access);

#endif
