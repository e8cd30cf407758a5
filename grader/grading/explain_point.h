// What a point of the output is made of, for ./grade explain.
#ifndef WARPBOOK_EXPLAIN_POINT_H
#define WARPBOOK_EXPLAIN_POINT_H

#include "grader/grading/run_cases.h"

// Runs one case with the witness and puts the recipe of the point into result->recipes. `point`: x, y and z; NULL:
// the point that the cause of a failure speaks of, else one in the middle. The case is the largest one that has the
// point and that the witness can take, of the entry that failed where one did. False with one sentence in `error`.
bool explain_point(LabResult *result, const RunPlan *plan, const long *point, char *error, size_t error_size);

#endif
