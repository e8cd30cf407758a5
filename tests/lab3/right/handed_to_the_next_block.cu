// RIGHT: each block hands its points to the block behind it: a fence for the device, a flag that is waited for

#include "common/cuda_check.h"
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { THREADS = 256 };

__global__ void hand_on(const float *in, float *out, float *scratch, volatile int *ready, int n, StencilCoefficients a) {
    const int p = blockIdx.x * THREADS + threadIdx.x, points = n * n * n;
    const int i = p / (n * n), j = p / n % n, k = p % n;
    const bool interior = p < points && INTERIOR(i, j, k, n);
    if (interior) scratch[p] = SEVEN_POINTS(in, p, n, a);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) ready[blockIdx.x] = 1;
    // The points of the block before this one; the last block stores its own, too.
    if (blockIdx.x > 0) {
        while (ready[blockIdx.x - 1] != 1) continue;
        const int q = p - THREADS;
        const int qi = q / (n * n), qj = q / n % n, qk = q % n;
        if (INTERIOR(qi, qj, qk, n))
            out[q] = scratch[q];
    }
    if (blockIdx.x == gridDim.x - 1 && interior) out[p] = scratch[p];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients a) {
    const int blocks = ceil_div(n * n * n, THREADS);
    float *scratch = nullptr;
    int *ready = nullptr;
    CUDA_CHECK(cudaMalloc(&scratch, sizeof(float) * n * n * n));
    CUDA_CHECK(cudaMalloc(&ready, sizeof(int) * blocks));
    CUDA_CHECK(cudaMemset(ready, 0, sizeof(int) * blocks));
    hand_on<<<blocks, THREADS>>>(in, out, scratch, ready, n, a);
    CUDA_CHECK(cudaFree(scratch));
    CUDA_CHECK(cudaFree(ready));
}
