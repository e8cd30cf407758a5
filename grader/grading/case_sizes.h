// The sizes at which a case is run.
#ifndef WARPBOOK_CASE_SIZES_H
#define WARPBOOK_CASE_SIZES_H

#include "grader/grading/case_run.h"

// Runs a case on the simulator: where its size is drawn from a wide range, and a test asks for it, at up to five sizes, as
// docs/lab_spec.md says. The result is that of the last one. False: trouble of this machine, said in run->error.
bool simulate_sizes(Run *run, CaseResult *c);

#endif
