// Tickets: the numbers by which race records tell blocks and their phases apart (race.h).
#ifndef WARPBOOK_TICKETS_H
#define WARPBOOK_TICKETS_H

#include "grader/warpsim/core/warp.h"

// A ticket of the worker's that is larger than all it has drawn in this launch. Where they are used up, those that
// records bear are numbered anew first, so that none is drawn twice.
u64 draw_ticket(Worker *worker);

#endif
