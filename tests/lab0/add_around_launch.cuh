// add_vectors of a submission: what stands around the launch, which is LAUNCH and sets `error`.
#pragma once
#include "common/cuda_check.h"
#include "common/first_program.h"
#include "common/grid.h"

#define ADD_VECTORS(LAUNCH)                                                                                  \
    int add_vectors(const float *a, const float *b, float *c, int n, int block) {                            \
        size_t bytes = n * sizeof(float);                                                                    \
        float *d_a, *d_b, *d_c;                                                                              \
        cudaError_t error = cudaSuccess;                                                                     \
        cudaMalloc(&d_a, bytes), cudaMalloc(&d_b, bytes), cudaMalloc(&d_c, bytes);                           \
        cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);                                                   \
        cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);                                                   \
        LAUNCH;                                                                                              \
        if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);                 \
        cudaFree(d_a), cudaFree(d_b), cudaFree(d_c);                                                         \
        return error;                                                                                        \
    }
#define RIGHT_LAUNCH add_kernel<<<ceil_div(n, block), block>>>(d_a, d_b, d_c, n), error = cudaGetLastError()
