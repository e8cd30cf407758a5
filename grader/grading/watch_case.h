// Runs one case of a graded lab once more to be looked at.
#ifndef WARPBOOK_WATCH_CASE_H
#define WARPBOOK_WATCH_CASE_H

#include "grader/grading/run_cases.h"

// Fills result->picture: of the failure that the report shows, or of one like it that is small enough to be drawn; of the
// counted case where there is no failure. Where nothing can be shown it stays unknown.
void watch_case(LabResult *result, const RunPlan *plan);

#endif
