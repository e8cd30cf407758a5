// A launch that CUDA refuses: which line makes it so.
#ifndef WARPBOOK_REFUSED_LAUNCH_H
#define WARPBOOK_REFUSED_LAUNCH_H

#include "grader/verdict/verdict.h"

// Finding `f` of the records, which are a case's of that entry, or of a size beyond the tested ones. A cause that is known stays, but for
// a launch whose block follows the data while its grid is always the same and would do as a block: the two are said to be in each
// other's place.
void explain_refusal_of(Cause *cause, const LabResult *result, int entry, const Records *records,
                        const Finding *f);

// The same of a case that has failed by it, where a line of the skeleton may use a number that the student has changed; where there is
// nothing to compute it is told to launch nothing.
void say_refused_launch(const LabResult *result, CaseResult *c, const char *skeleton_path);

#endif
