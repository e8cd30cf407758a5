// The hardware's own counters, for --ncu.
#ifndef WARPBOOK_HARDWARE_COUNTERS_H
#define WARPBOOK_HARDWARE_COUNTERS_H

#include "grader/grading/run_cases.h"

// Runs the case whose counters the report shows once more, on the GPU, under Nsight Compute, and takes its
// numbers into the result; where there are none, why. Points do not depend on it.
void count_on_hardware(const RunPlan *plan, LabResult *result);

#endif
