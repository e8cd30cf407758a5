// What a wrong submission launched is launched otherwise: grid and block exchanged, more blocks, another argument.
#ifndef WARPBOOK_TRY_LAUNCHES_H
#define WARPBOOK_TRY_LAUNCHES_H

#include "grader/grading/project.h"
#include "grader/grading/run_cases.h"

// `text`: the submission's. Only launches of a function that is not the skeleton's own are tried, and of one whose TODOs are all there.
// True: the cause says what is wrong with them, for sure. Where more blocks make everything right, which may be so for another
// reason, the cause of that goes to `small`; known is false where they do not.
bool explain_by_launch(const RunPlan *plan, const LabResult *result, CaseResult *c, const Project *project,
                       const char *lab_folder, const char *text, Cause *small);

// The same of numbers alone that host code computes for the kernel, where a line of the kernel is known whose change would do: the
// host's comes first, and the kernel's second.
bool explain_by_number(const RunPlan *plan, const LabResult *result, CaseResult *c, const Project *project,
                       const char *text);

// The same of values, such as coefficients, that the function was given and that host code may have changed before it passes them on.
bool explain_by_values(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *text);

#endif
