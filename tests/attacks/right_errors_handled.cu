// RIGHT: provokes errors of the runtime on purpose, handles them, and computes

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *too_large = NULL;
    if (cudaMalloc(&too_large, (size_t)1 << 50) != cudaErrorMemoryAllocation) return;
    if (cudaGetLastError() != cudaErrorMemoryAllocation || cudaGetLastError() != cudaSuccess) return;
    if (cudaStreamQuery(0) != cudaSuccess || cudaPeekAtLastError() != cudaSuccess) return;
    cudaFree(0);
    int blocks = 0, size = 0;
    cudaOccupancyMaxPotentialBlockSize(&blocks, &size, stencil_kernel, 0, 256);
    if (size < 32 || size > 256) size = 256;
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, size / 32), n), dim3(32, size / 32)>>>(in, out, n, c);
    if (cudaGetLastError() != cudaSuccess) return;
    cudaDeviceSynchronize();
}
