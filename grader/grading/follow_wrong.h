// What wrong cells of the drawn output are made of.
#ifndef WARPBOOK_FOLLOW_WRONG_H
#define WARPBOOK_FOLLOW_WRONG_H

#include "grader/grading/run_cases.h"

// Fills result->picture.recipes, for as many of the wrong cells as are followed. `data` is that of the drawn case. It stays
// empty where lab.spec says nothing of what a cell is made of, or the case broke off.
void follow_wrong(LabResult *result, const RunPlan *plan, const CaseData *data);

#endif
