// WRONG: the host reads device memory through the pointer
// EXPECT test: 0.1/n=1000
// EXPECT check: host-dereference
// EXPECT line: HERE
// EXPECT score: 80

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    float *there;
    cudaMalloc(&there, n * sizeof *there);
    cudaMemcpy(there, from, n * sizeof *there, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; ++i) to[i] = there[i]; // <-- HERE
    return cudaFree(there);
}
