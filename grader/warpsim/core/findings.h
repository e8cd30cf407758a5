// What the checks found: one entry a check and a source place, with the first occurrence in full.
//
// "First" means: in the block with the smallest index, there in the order of execution. Workers keep lists of
// their own; merging takes the first occurrence, so the result does not depend on how blocks were spread.
#ifndef WARPBOOK_FINDINGS_H
#define WARPBOOK_FINDINGS_H

#include "grader/contract/finding_facts.h"
#include "grader/warpsim/core/lanes.h"
#include "grader/warpsim/warpsim.h"

typedef enum {
    CHECK_RACE,
    CHECK_OUT_OF_BOUNDS,
    CHECK_UNINITIALISED,
    CHECK_BARRIER,
    CHECK_MISALIGNED,
    CHECK_TIMEOUT,
    CHECK_TRAP,
    CHECK_MEMORY,
    CHECK_ASSERT,
    CHECK_NOT_SIMULATED,
    CHECK_LAUNCH,        // a call of the CUDA runtime in a kernel fails, a launch above all
    CHECK_INTERRUPTED,   // the run was ended from outside: where the kernel was
    CHECK_READ_ONLY,     // a load through the read-only data cache of what the same launch stores
    CHECK_INPUT_WRITTEN, // a store into an array that the caller wants read, whatever is stored
    CHECK_COUNT,
} Check;

typedef WarpsimFinding Finding;

enum { MAX_FINDINGS = 256 };

// At most MAX_FINDINGS, and one more: what ends a kernel always has a place there, without memory too.
typedef struct {
    Finding *list;
    int count, room;
    Finding last; // behind the others, where has_last
    bool has_last;
    u64 left_out; // places that found no room
} Findings;

// The findings from number 0 on; NULL: the end.
const Finding *findings_at(const Findings *f, int i);

// Adds the occurrence, or counts it when the same check was found at this place before. Returns the new entry
// to be filled in (check, place and count are set), or NULL when it only counted or found no room. What is then
// made fatal is kept.
Finding *findings_note(Findings *f, int check, const struct Function *function, u32 instruction, u64 launch,
                       u64 block, u32 thread);

// The entry of that check and place, NULL when there is none.
Finding *findings_find(Findings *f, int check, const struct Function *function, u32 instruction, u64 launch);

// Moves everything from `from` into `into`: first occurrences win, counts add up. Findings in blocks after
// `last_block` are dropped: the launch had stopped by then.
void findings_merge(Findings *into, Findings *from, u64 last_block);

// Moves the entry of that check and place, if there is one, from `from` to `into`.
void findings_surface(Findings *into, Findings *from, int check, const struct Function *function,
                      u32 instruction, u64 launch);

// Moves those of a whole launch to those of all launches so far. A place is kept once, whichever launch it was
// found in; what ended a kernel, always.
void findings_add_launch(Findings *all, Findings *found);

void findings_keep_only(Findings *f, int check);

void findings_clear(Findings *f);

#endif
