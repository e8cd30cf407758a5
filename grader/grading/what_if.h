// Runs the what-ifs of grader/verdict/what_if.h.
#ifndef WARPBOOK_RUN_WHAT_IF_H
#define WARPBOOK_RUN_WHAT_IF_H

#include "grader/grading/run_cases.h"
#include "grader/verdict/what_if.h"

// "32x8,256,8x8x8": False with one sentence in `error`.
bool what_if_blocks(WhatIf *w, const char *text, char *error, size_t error_size);

// Fills the cases. A block is modelled only where the file's result is right with it; `plan` is that of a grading.
// False with one sentence in `error` where nothing can be modelled.
bool what_if_run(WhatIf *w, const RunPlan *plan, const LabSpec *spec, char *error, size_t error_size);

#endif
