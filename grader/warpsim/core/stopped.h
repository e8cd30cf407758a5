// Why a launch has used up its thread-instructions: a loop that does not end, or blocks that end and do too much.
#ifndef WARPBOOK_STOPPED_H
#define WARPBOOK_STOPPED_H

#include "grader/warpsim/core/warp.h"

// The worker's block starts; it has come to its end.
void stopped_block_starts(Worker *worker);
void stopped_block_ends(Worker *worker);

// Lets the other workers know how long the block of this one runs.
void stopped_show_block(Worker *worker);

// Notes that the warp's block is stopped: as the launch's budget is spent, after `spent` thread-instructions, or as somebody
// asked for it with `cancel`, a WarpsimCancel.
void stopped_note(Warp *w, u64 spent, int cancel);

#endif
