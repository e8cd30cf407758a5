// Copies that begin in the wrong place of their array: their number of bytes may be right.
#ifndef WARPBOOK_COPY_START_H
#define WARPBOOK_COPY_START_H

#include "grader/cause/explain.h"

// The allocation that a move's address lies in, or behind which it lies; NULL: it lies in none that is known.
const MoveRecord *allocation_of(const Records *r, const MoveRecord *m);

// `f`: the finding that failed the case, or NULL. False: no copy is known to begin in the wrong place.
bool explain_copy_start(Cause *cause, const Explained *e, const Finding *f);

#endif
