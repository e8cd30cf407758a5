// Race detection: who touched each word last, and whether anything ordered that access and this one.
//
// Two accesses race when they touch the same byte, at least one writes, not both are atomic or volatile, and neither
// of these lies between them: a block barrier (same block), a warp barrier such as __syncwarp() (same warp), the end
// of the launch. One 64-bit record a word holds the last access that matters:
//
//   bits  0..4  lane      5      several lanes of the warp have read
//         6..10 warp      11     several warps of the block have read
//        12..23 warp epoch: counts the warp barriers that this warp has passed
//        24     the last access was a write       25     written in this launch by the ticket's block
//        26     several blocks have read          27     the last access was atomic or volatile
//        28..63 ticket: 28..33 CPU worker, 34..63 a counter that each worker draws from at the start of a block and
//               at each of its barriers, so that a ticket names one phase of one block
//
// The record changes in one direction within a phase (unread, read, written), whatever the order of blocks, so
// whether a race is found does not depend on which CPU thread ran first. Who is named as the other party may; the
// grader therefore runs a case with findings again on one worker with `details`, which keep the source place too.
#ifndef WARPBOOK_RACE_H
#define WARPBOOK_RACE_H

#include "grader/simulator/lanes.h"

enum {
    RACE_LANE = 31,
    RACE_LANES = 1 << 5,
    RACE_WARP_SHIFT = 6,
    RACE_WARP = 31 << RACE_WARP_SHIFT,
    RACE_WARPS = 1 << 11,
    RACE_EPOCH_SHIFT = 12,
    RACE_EPOCH = 0xfff << RACE_EPOCH_SHIFT,
    RACE_WRITE = 1 << 24,
    RACE_WRITTEN = 1 << 25,
    RACE_BLOCKS = 1 << 26,
    RACE_ATOMIC = 1 << 27,
    RACE_TICKET_SHIFT = 28,
    RACE_COUNTER_SHIFT = 34,
    RACE_WORKER = 63,
};

// The side that is running now.
typedef struct {
    u64 record;      // ticket, epoch, warp and lane of the access; no flags
    u64 oldest;      // smallest record of this launch: anything below is from an earlier one
    u64 block_first; // smallest record of this block (same worker)
} RaceParty;

typedef enum { RACE_NONE, RACE_READ_AFTER_WRITE, RACE_WRITE_AFTER_READ, RACE_WRITE_AFTER_WRITE } RaceKind;

// Judges one access against the record and updates it.
RaceKind race_judge(u64 *record, const RaceParty *me, u32 lane, bool write, bool atomic);

// Where the last access of a word came from; kept only with details.
typedef struct {
    u32 site;
    u32 block;  // linear block index
    u32 thread; // linear thread index
    u32 write;
} RaceDetail;

#endif
