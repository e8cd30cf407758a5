// Patches of 5 x 5 columns in registers; each thread's sums are handed to another one, which stores them.
#pragma once

#include "common/grid.h"
#include "common/stencil.h"

constexpr int PATCH = 5, SIDE = 8, TILE = PATCH * SIDE, DEPTH = 30;

__device__ float value(const float *in, int n, int i, int j, int k) {
    return i < n && j < n && k < n ? in[(i * n + j) * n + k] : 0.0f;
}

__global__ void patches(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float done[TILE][TILE + 1];
    const int t = threadIdx.x, left = t % SIDE * PATCH, top = t / SIDE * PATCH;
    const int k0 = 1 + blockIdx.x * TILE, j0 = 1 + blockIdx.y * TILE;
    const int first = 1 + blockIdx.z * DEPTH, end = min(first + DEPTH, n - 1);
    float before[PATCH][PATCH], here[PATCH][PATCH], after[PATCH][PATCH];
#pragma unroll
    for (int y = 0; y < PATCH; y++)
#pragma unroll
        for (int x = 0; x < PATCH; x++) {
            before[y][x] = value(in, n, first - 1, j0 + top + y, k0 + left + x);
            here[y][x] = value(in, n, first, j0 + top + y, k0 + left + x);
        }
    for (int i = first; i < end; i++) {
#pragma unroll
        for (int y = 0; y < PATCH; y++)
#pragma unroll
            for (int x = 0; x < PATCH; x++) {
                const int j = j0 + top + y, k = k0 + left + x;
                after[y][x] = value(in, n, i + 1, j, k);
                const float west = x > 0 ? here[y][x > 0 ? x - 1 : 0] : value(in, n, i, j, k - 1);
                const float east = x < PATCH - 1 ? here[y][x < PATCH - 1 ? x + 1 : 0] : value(in, n, i, j, k + 1);
                const float north = y > 0 ? here[y > 0 ? y - 1 : 0][x] : value(in, n, i, j - 1, k);
                const float south = y < PATCH - 1 ? here[y < PATCH - 1 ? y + 1 : 0][x] : value(in, n, i, j + 1, k);
                done[top + y][left + x] = c.c[0] * here[y][x] + c.c[1] * west + c.c[2] * east + c.c[3] * north + c.c[4] * south +
                                          c.c[5] * before[y][x] + c.c[6] * after[y][x];
            }
        __syncthreads();
        for (int e = t; e < TILE * TILE; e += SIDE * SIDE) {
            const int j = j0 + e / TILE, k = k0 + e % TILE;
            if (j <= n - 2 && k <= n - 2) out[(i * n + j) * n + k] = done[e / TILE][e % TILE];
        }
        __syncthreads();
#pragma unroll
        for (int y = 0; y < PATCH; y++)
#pragma unroll
            for (int x = 0; x < PATCH; x++) {
                before[y][x] = here[y][x];
                here[y][x] = after[y][x];
            }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    patches<<<dim3(ceil_div(n - 2, TILE), ceil_div(n - 2, TILE), ceil_div(n - 2, DEPTH)), SIDE * SIDE>>>(in, out, n, c);
}
