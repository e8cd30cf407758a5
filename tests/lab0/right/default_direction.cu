// RIGHT: CUDA finds out by itself which way the copies go

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    void *there;
    cudaMalloc(&there, n * sizeof(float));
    cudaMemcpy(there, from, n * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(to, there, n * sizeof(float), cudaMemcpyDefault);
    return cudaFree(there);
}
