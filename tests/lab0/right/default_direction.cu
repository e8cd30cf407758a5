// RIGHT: CUDA finds out by itself which way the copies go

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    void *there;
    cudaError_t error = cudaMalloc(&there, n * sizeof(float));
    if (error) return error;
    error = cudaMemcpy(there, from, n * sizeof(float), cudaMemcpyDefault);
    if (!error) error = cudaMemcpy(to, there, n * sizeof(float), cudaMemcpyDefault);
    const cudaError_t freed = cudaFree(there);
    return error ? error : freed;
}
