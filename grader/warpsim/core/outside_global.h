// Findings about accesses that do not lie in one allocation of device memory.
#ifndef WARPBOOK_OUTSIDE_GLOBAL_H
#define WARPBOOK_OUTSIDE_GLOBAL_H

#include "grader/warpsim/core/access.h"

// The first element of the run that does not. Returns the entry, which the caller makes fatal, or NULL as note_lane() does.
Finding *note_outside_global(Warp *w, const Op *op, const Run *run, u32 element, bool write);

#endif
