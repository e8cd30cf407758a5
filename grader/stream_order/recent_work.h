// Which work in streams used each byte of device memory last, as far as work that comes may still be unordered
// with it.
//
// For each page there is a list of entries: a piece of work, and the bytes that it read, wrote or changed
// atomically. Work that comes is compared with each entry that it is not ordered behind. What it uses itself
// takes the place of what entries before it say of the same bytes, since whatever is unordered with them is
// unordered with it, too: the lists stay as short as the number of streams that are under way.
#ifndef WARPBOOK_RECENT_WORK_H
#define WARPBOOK_RECENT_WORK_H

#include "grader/contract/protocol.h"
#include "grader/stream_order/clock.h"
#include "grader/footprint/footprint.h"

// A launch, a copy, a fill, an allocation or a release, at one moment of a timeline.
typedef struct {
    uint32_t line;
    uint64_t time;
    uint64_t caller[MESSAGE_CALLERS]; // where it was asked for
    char what[120];                   // "kernel scale", "a copy to the device"
    bool in_default;                  // in the default stream
    uint64_t references;              // entries that name it
} Work;

typedef struct {
    struct PageWork **pages; // hash table
    uint32_t count, room;
    uint64_t bytes; // that it takes
} RecentWork;

// Two pieces of work that use the same byte, of which at least one writes, and nothing orders them.
typedef struct {
    Work earlier;
    TouchKind earlier_kind, later_kind;
    uint64_t address; // the first byte
} Conflict;

// Adds what `work` has used, after comparing it with what is there: with `known`, what has happened before it.
// Takes the footprint's bits. True where *conflict was filled in, with the one at the lowest address. *lost is
// set where memory runs out, or more than RECENT_WORK_MOST bytes would be kept: then all is forgotten.
#define RECENT_WORK_MOST (512ull << 20)
bool recent_work_add(RecentWork *r, const Work *work, const Clock *known, Footprint *touched,
                     Conflict *conflict, bool *lost);

// Compares only: nothing is added. Without memory, and without a conflict, false.
bool recent_work_find(const RecentWork *r, const Clock *known, Footprint *touched, Conflict *conflict);

// Does work that is not known use bytes [from, end) of one page, some of the first 256 and some of the last 256 of them?
// *written: to write the page, or to change it atomically.
bool recent_work_uses(const RecentWork *r, const Clock *known, uint64_t from, uint64_t end, bool *written);

// Forgets the bytes: they are no longer what they were.
void recent_work_forget(RecentWork *r, uint64_t address, uint64_t bytes);

void recent_work_clear(RecentWork *r);

#endif
