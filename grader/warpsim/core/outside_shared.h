// Findings about accesses outside of a block's shared memory, and outside of the array that they start from.
#ifndef WARPBOOK_OUTSIDE_SHARED_H
#define WARPBOOK_OUTSIDE_SHARED_H

#include "grader/warpsim/core/access.h"

// The first element of the run that is not in the block's shared memory. Returns the entry, which the caller makes fatal,
// or NULL as note_lane() does.
Finding *note_outside_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write);

// The first that is not in the array from which the address is made (Site.low, Site.high), but in the block's shared memory:
// a kernel goes on with what lies there, as on a GPU.
void note_other_array(Warp *w, const Op *op, const Run *run, u32 element, bool write);

#endif
