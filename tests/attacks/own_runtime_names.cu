// WRONG: defines the names of the CUDA runtime and of the grader's own functions, and does nothing
// EXPECT score: 0

#include <cuda_runtime.h>

extern "C" {
void runtime_call_returned(void) {}
int jail_lock_down(void) { return 1; }
void *lab_callers[4];
double clock_seconds(void) { return 0; }
}

#include "tests/attacks/empty_launches.cuh"
