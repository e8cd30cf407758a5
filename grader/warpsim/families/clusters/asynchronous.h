// Asynchronous copies of threads (cp.async), and barriers in shared memory (mbarrier).
#ifndef WARPBOOK_ASYNCHRONOUS_H
#define WARPBOOK_ASYNCHRONOUS_H

#include "grader/warpsim/core/special.h"

// asynchronous.c
void run_copy(Warp *w,
              const Op *op); // cp.async: a to, b from, c bytes of the source; more: both offsets, second site
bool copy_is_coming(const Warp *w, u64 byte); // of a warp of the block, to this byte of its shared memory
void run_copy_commit(Warp *w, const Op *op);
// imm groups that may be left; flags: what is not committed too, and it is the arrival at a mbarrier
enum { WAIT_UNCOMMITTED = 1, WAIT_ARRIVES = 2 };
void run_copy_wait(Warp *w, const Op *op);

// copy_facts.c: see Family.tell_coming and tell_race.
void tell_coming_copy(Warp *w, u32 lane, u64 byte, WarpsimFinding *f);
void tell_racing_copy(Warp *w, const Op *op, u32 lane, const Site *site, u32 other, WarpsimFinding *f);

// mbarrier.c
enum {
    MBARRIER_INIT,
    MBARRIER_INVAL,
    MBARRIER_ARRIVE,
    MBARRIER_ARRIVE_EXPECT,
    MBARRIER_DROP,
    MBARRIER_EXPECT,
    MBARRIER_COMPLETE,
    MBARRIER_LOOK,
};
enum { MBARRIER_RESULT = 128, MBARRIER_PARITY = 64 }; // Op.flags, beside those of access.h
void run_mbarrier(Warp *w, const Op *op);         // kind; a address (more[1] offset), b count, d state before
void run_mbarrier_look(Warp *w, const Op *op);    // d predicate, b state or parity
void run_mbarrier_pending(Warp *w, const Op *op); // d count, a state
bool mbarrier_note_deadlock(ThreadBlock *block);  // false where a warp waits for something else
bool mbarrier_is_initialised(Warp *w, const Op *op, u32 lane, const ThreadBlock *block, u64 at); // or noted
void mbarrier_complete(Worker *worker, ThreadBlock *block, u64 at,
                       u32 bytes); // that have come, at this place

#endif
