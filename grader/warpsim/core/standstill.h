// A grid that waits for ever: all blocks that are there look at memory that none of them changes, and no other has room to begin.
#ifndef WARPBOOK_STANDSTILL_H
#define WARPBOOK_STANDSTILL_H

#include "grader/warpsim/core/warp.h"

// What is known of the blocks of a worker while they wait in turn. All zeros when a block has started or ended.
typedef struct {
    u64 turns;  // that ended in waiting
    u64 stores; // that have changed memory, up to the last round of turns
    u64 quiet;  // rounds since then without one
    u64 kept;   // the fingerprint of an earlier one of these rounds
} Standstill;

// After a turn of one of `waiting` blocks that has brought it no further: is it certain that none ever gets on? Only where others have
// not begun. All threads are then
// where they were some rounds before, with the same registers and the same memory, so they will come there again.
bool standstill_reached(Worker *worker, Standstill *s, u32 waiting);

// Notes it, at a place where a thread waits, and stops the block that the worker is at.
void standstill_note(Worker *worker, u32 waiting);

#endif
