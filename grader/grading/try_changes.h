// Looks for the one instruction in a kernel that, changed, makes failing cases right: then the mistake is in its line.
#ifndef WARPBOOK_TRY_CHANGES_H
#define WARPBOOK_TRY_CHANGES_H

#include "grader/cause/changed_line.h"
#include "grader/grading/trials.h"

// `ptx`: path of the submission's device code, compiled without optimising. False: there is no such instruction.
bool try_changes(ChangedLine *found, const RunPlan *plan, const LabResult *result, const CaseResult *c,
                 const char *ptx);

#endif
