// Lanes of one warp that wait for each other inside a step of a loop, and not between two of its steps.
#ifndef WARPBOOK_MISSING_SYNCWARP_H
#define WARPBOOK_MISSING_SYNCWARP_H

#include "grader/verdict/verdict.h"

// The race `f` of a case is of two lanes of one warp. Their lines, `low` and `high`, stand in one loop, with a __syncwarp() between them and
// none from `high` to the loop's end: sets the case's cause. False: it is not that.
bool say_missing_syncwarp(CaseResult *c, const Finding *f, const char *text, int low, int high);

#endif
