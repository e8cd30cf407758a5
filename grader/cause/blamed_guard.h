// Of the comparisons on a thread's way to an access outside its memory: the one that should have kept it away.
#ifndef WARPBOOK_BLAMED_GUARD_H
#define WARPBOOK_BLAMED_GUARD_H

#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"

// All of the thread that w->focus tells of; NULL: there is none.

// Its sides both lie past the last interior index, or both before the first.
const WGuard *loose_guard(const Witnessed *w, const CaseData *data);
// It lets the last index of an axis through, as a load may.
const WGuard *guard_of_last(const Witnessed *w, const CaseData *data);
// It looks at a thread's place in its block, and so tells threads apart, as the end of a march does not; else any.
const WGuard *guard_of_threads(const Witnessed *w);
// An order of unsigned numbers, one of which is meant to be negative.
const WGuard *wrapped_guard(const Witnessed *w);
// Of an index below 0.
const WGuard *negative_guard(const Witnessed *w);
// Along one axis, with a thread that lies past the end of the grid, and comes by it all the same. `equality`: it stops one number alone.
const WGuard *passed_guard(const Witnessed *w, const CaseData *data, bool equality);

#endif
