// Blocks of a launch on one CPU thread: one after the other, and in turn where they wait for each other.
#ifndef WARPBOOK_RESIDENCE_H
#define WARPBOOK_RESIDENCE_H

#include "grader/warpsim/core/warp.h"

// Runs blocks of the worker's launch until none is left.
void residence_run(Worker *worker);

// Makes a slot ready for a block of the worker's launch (launch.c). False when memory runs out.
bool slot_prepare(Worker *worker, BlockSlot *slot);

#endif
