// Explains the failure that the report shows in full: why the output is wrong, the line to blame, whose TODO it is.
#ifndef WARPBOOK_EXPLAIN_FAILURE_H
#define WARPBOOK_EXPLAIN_FAILURE_H

#include "grader/grading/run_cases.h"

// Call when everything has been graded. Runs one case once more, with the witness (grader/witness). Nothing that
// comes of it changes a verdict or a point: it fills in CaseResult.cause, LabResult.blamed and blamed_outside.
void explain_failure(LabResult *result, const RunPlan *plan, const Project *project, const char *lab_folder);

#endif
