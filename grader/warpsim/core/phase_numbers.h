// Phase numbers: how race records tell blocks, and the phases between their barriers, apart (race.h).
#ifndef WARPBOOK_PHASE_NUMBERS_H
#define WARPBOOK_PHASE_NUMBERS_H

#include "grader/warpsim/core/warp.h"

// A number larger than all that the worker has taken in this launch. Where they are used up, those that records
// bear are numbered anew first, so that none is taken twice.
u64 next_phase_number(Worker *worker);

#endif
