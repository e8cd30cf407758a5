// Looks for the one thing in a kernel that, changed, makes failing cases right: then the mistake is in that line.
#ifndef WARPBOOK_TRY_CHANGES_H
#define WARPBOOK_TRY_CHANGES_H

#include "grader/grading/run_cases.h"
#include "grader/verdict/verdict.h"

// `ptx`: path of the submission's device code, compiled without optimising. Says in the cause of `c` what was found; where
// nothing was, or what is there names that line already, it stays as it is. True: something was found.
bool try_changes(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *ptx);

#endif
