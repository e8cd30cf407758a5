// WRONG: each thread computes two rows, and both are guarded by the row of the first; in the last tiles the second row writes the grid's boundary and beyond it.
// EXPECT test: 5.3/n=3
// EXPECT cause: This condition lets the thread through
// EXPECT todo: 5.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    ROWS = 2,                // rows of the tile that a thread takes care of
    BLOCK_Y = TILE_Y / ROWS, // they lie this far apart
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62,
};

typedef float Plane[TILE_Y][TILE_X];

// Fills a column of this thread's cells: rows j, j + BLOCK_Y, ... of plane i.
__device__ void load_point(Plane &plane, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    for (int r = 0; r < ROWS; ++r) {
        const int row = j + r * BLOCK_Y;
        const bool exists = i < n && row < n && k < n;
        plane[threadIdx.y + r * BLOCK_Y][threadIdx.x] = exists ? in[(i * n + row) * n + k] : 0.0f;
    }
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Plane previous, current, next;
    const int x = threadIdx.x;

    int k = 0, j = 0;
    int first = 0, end = 0;
    // TODO 5.1 (where): set k, j, first and end.
    k = INNER_X * blockIdx.x + x;
    j = INNER_Y * blockIdx.y + threadIdx.y;
    first = DEPTH * blockIdx.z + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(previous, in, n, first - 1, j, k);
    load_point(current, in, n, first, j, k);
    for (int i = first; i < end; ++i) {
        load_point(next, in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        const bool column = x >= 1 && x <= INNER_X && k <= n - 2;
        for (int r = 0; r < ROWS; ++r) {
            const int y = threadIdx.y + r * BLOCK_Y;
            if (!column || y < 1 || y > INNER_Y || j > n - 2) continue; // <-- HERE
            float sum = c.c[0] * current[y][x] + c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            sum += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
            sum += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
            out[(i * n + j + r * BLOCK_Y) * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        for (int y = threadIdx.y; y < TILE_Y; y += BLOCK_Y) {
            previous[y][x] = current[y][x];
            current[y][x] = next[y][x];
        }
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, BLOCK_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
