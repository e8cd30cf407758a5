// A launch that CUDA refuses: which line makes it so.
#ifndef WARPBOOK_REFUSED_LAUNCH_H
#define WARPBOOK_REFUSED_LAUNCH_H

#include "grader/verdict/verdict.h"

// A cause that is known keeps its line; where there is nothing to compute it is told to launch nothing. Where the launch's
// block follows the data from case to case, and its grid is always the same and would do as a block, the two are said to be
// in each other's place.
void say_refused_launch(const LabResult *result, CaseResult *c);

#endif
