// WRONG: a tile is read while other warps still fill it: the barrier is missing
// EXPECT test: 3.3/n=33
// EXPECT check: race

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float row[10][32]; // the block's rows and one above and below
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    bool inside = i < n && j < n && k < n;
    row[threadIdx.y + 1][threadIdx.x] = inside ? in[p] : 0.0f;
    if (threadIdx.y == 0) row[0][threadIdx.x] = inside && j > 0 ? in[p - n] : 0.0f;
    if (threadIdx.y == 7) row[9][threadIdx.x] = inside && j + 1 < n ? in[p + n] : 0.0f;
    // __syncthreads() belongs here
    if (!INTERIOR(i, j, k, n)) return;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] +
             c.c[3] * row[threadIdx.y][threadIdx.x] + c.c[4] * row[threadIdx.y + 2][threadIdx.x] +
             c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
}

#include "tests/lab3/stencil_launch.cuh"
