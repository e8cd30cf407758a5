// Explains the targets that were missed although the results are right: which line, and what stands there.
#ifndef WARPBOOK_EXPLAIN_TARGETS_H
#define WARPBOOK_EXPLAIN_TARGETS_H

#include "grader/grading/run_cases.h"

// The first target that fell short, and where the way of its values says nothing, all of them: fills in TargetResult.cause.
void explain_targets(LabResult *result, const RunPlan *plan, const Project *project, const char *lab_folder);

#endif
