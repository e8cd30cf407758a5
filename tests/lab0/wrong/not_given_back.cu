// WRONG: the memory is not given back
// EXPECT test: 0.1/n=1000
// EXPECT check: leak
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
    return cudaMemcpy(to, there, n * sizeof *there, cudaMemcpyDeviceToHost);
}
