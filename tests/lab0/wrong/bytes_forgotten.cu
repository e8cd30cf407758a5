// WRONG: sizes are counted in elements, not in bytes
// EXPECT cause: This allocates
// EXPECT test: 0.1/n=1000
// EXPECT score: 80

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    float *there;
    cudaMalloc(&there, n);
    cudaMemcpy(there, from, n, cudaMemcpyHostToDevice);
    cudaMemcpy(to, there, n, cudaMemcpyDeviceToHost);
    return cudaFree(there);
}
