// Explains the targets that were missed although the results are right: which line, and what stands there.
#ifndef WARPBOOK_EXPLAIN_TARGETS_H
#define WARPBOOK_EXPLAIN_TARGETS_H

#include "grader/grading/ask_witness.h"

// The first target that fell short, and where the way of its values says nothing, all of them: fills in TargetResult.cause.
void explain_targets(Explaining *x);

#endif
