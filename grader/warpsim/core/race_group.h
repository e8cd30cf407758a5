// One race record for eight bytes, and single ones only where their words have different histories.
//
// Neighbouring words are nearly always used by neighbouring threads, in one instruction. One record says
// that: it is the first word's, and its shape says whose the others are. Any other history is kept word by
// word in a pool, and the record only says where. A record takes the shape that it can at each access, so it
// comes back from the pool when the words are alike again; nothing is lost or added on the way.
#ifndef WARPBOOK_RACE_GROUP_H
#define WARPBOOK_RACE_GROUP_H

#include "grader/warpsim/core/race.h"

enum { MAX_GROUP_WORDS = RACE_GROUP };

// Single records, RACE_GROUP / grain at a time; the numbers of such places start at 1.
typedef struct {
    u64 *records;
    u64 bytes; // of address space
    u64 most;  // places that may be used in this launch
    u64 used;  // by this launch; written by all workers
} RacePool;

// What a worker keeps for a launch. It takes places from the pool many at a time.
typedef struct {
    RacePool *pool;
    u64 oldest;    // smallest record of this launch
    u32 grain;     // bytes of a word
    u32 row;       // threads in a row of the block
    u64 next, end; // places that are the worker's and not yet used
    u64 lost;      // groups that found no place, and are not judged
    u64 returned;  // the last place that came back, 0 for none; its first record is the one before
} RaceGroups;

// The record of a group of which one thread has touched the half that `at` is in, for the first time.
static inline u64 race_half(u64 fresh, u64 at) {
    return fresh | (u64)(at & RACE_GROUP / 2 ? RACE_SECOND_HALF : RACE_FIRST_HALF) << RACE_SHAPE_SHIFT;
}

// The records of the group's words, in `room` (MAX_GROUP_WORDS) or in the pool, 0 where this launch has not
// been yet. NULL: the pool was full, and the group is not judged in this launch.
u64 *race_open(const RaceGroups *g, u64 record, u64 *room);

// The first access to an element of less than four bytes, `at` in its group: does what race_open, race_fresh for its words
// and race_close do. False: its words have been touched, or there is no place; nothing has happened.
bool race_fill(RaceGroups *g, u64 *record, u32 at, u32 element, u64 fresh);

// Puts them back, whatever has become of them.
void race_close(RaceGroups *g, u64 *record, const u64 *words);

#endif
