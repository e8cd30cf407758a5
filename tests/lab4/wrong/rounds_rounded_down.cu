// WRONG: a constant, the number of rounds that fill the tile, is rounded down
// EXPECT test: 4.4/n=33
// EXPECT check: uninitialised
// EXPECT cause: CELLS / THREADS
// Lab 4: 6 x 6 x 6 threads, and every one of them computes a point. They fill the 8 x 8 x 8 tile together.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    SIDE = 6,                    // points (and threads) of a block in each axis
    EDGE = SIDE + 2,             // with the halo
    THREADS = SIDE * SIDE * SIDE,
    CELLS = EDGE * EDGE * EDGE,
    ROUNDS = CELLS / THREADS, // <-- HERE
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[CELLS];

    // The tile's corner in the grid.
    int k0 = blockIdx.x * SIDE, j0 = blockIdx.y * SIDE, i0 = blockIdx.z * SIDE;

    // 4.1
    int rank = (threadIdx.z * SIDE + threadIdx.y) * SIDE + threadIdx.x;
    for (int round = 0; round < ROUNDS; ++round) {
        int cell = round * THREADS + rank;
        if (cell >= CELLS) break;
        int k = k0 + cell % EDGE;
        int j = j0 + cell / EDGE % EDGE;
        int i = i0 + cell / (EDGE * EDGE);
        if (k < n && j < n && i < n) tile[cell] = in[(i * n + j) * n + k];
    }

    // 4.2
    __syncthreads();
    int k = k0 + 1 + threadIdx.x;
    int j = j0 + 1 + threadIdx.y;
    int i = i0 + 1 + threadIdx.z;
    if (k > n - 2 || j > n - 2 || i > n - 2) return;

    // 4.3
    const float *t = &tile[((threadIdx.z + 1) * EDGE + threadIdx.y + 1) * EDGE + threadIdx.x + 1];
    out[(i * n + j) * n + k] = c.c[0] * t[0]                                        //
                               + c.c[1] * t[-1] + c.c[2] * t[1]                     // x
                               + c.c[3] * t[-EDGE] + c.c[4] * t[EDGE]               // y
                               + c.c[5] * t[-EDGE * EDGE] + c.c[6] * t[EDGE * EDGE]; // z
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // 4.4
    if (n <= 2) return;
    int blocks = ceil_div(n - 2, SIDE);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(SIDE, SIDE, SIDE)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
