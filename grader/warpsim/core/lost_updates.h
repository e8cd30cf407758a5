// Load, change, store without an atomic operation: see lost_updates.c.
#ifndef WARPBOOK_LOST_UPDATES_H
#define WARPBOOK_LOST_UPDATES_H

#include "grader/ptx/ptx.h"
#include "grader/warpsim/core/warp.h"

// Operations around volatile and relaxed accesses, which do something under WARPSIM_INTERLEAVED only.
void run_before_strong_load(Warp *w, const Op *op);  // a, imm, width, kind: space
void run_strong_load(Warp *w, const Op *op);         // behind it
void run_before_strong_store(Warp *w, const Op *op); // and d, flags; more[3]: see the next

// The value is made of one that a volatile or relaxed load has found, as far as the text shows. Others that store the same, a
// flag for instance, lose nothing.
bool stores_what_it_loaded(const PtxFunction *f, u32 store);

void lost_updates_start(Warp *w); // the warp starts: it has loaded nothing yet

#endif
