// WRONG: load_point advances its own copy of the pointer, not the caller's; all three planes always hold the plane below the march, and every point is wrong.
// EXPECT test: 5.1/n=3
// EXPECT cause: is a copy of what this function was given
// EXPECT todo: 5.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 40,
};

// Fills a cell from the column of this thread.
__device__ void load_point(float *cell, const float *from, int plane, bool exists) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    if (exists)
        *cell = *from;
    else
        *cell = 0.0f;
    from += plane; // <-- HERE
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X];
    __shared__ float current[TILE_Y][TILE_X];
    __shared__ float next[TILE_Y][TILE_X];
    int x = threadIdx.x;
    int y = threadIdx.y;

    int k = 0, j = 0;
    int first = 0, end = 0;
    // TODO 5.1 (where): set k, j, first and end.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = 1 + blockIdx.z * DEPTH;
    end = min(n - 1, first + DEPTH);
    const int plane = n * n;
    const int offset = j * n + k;
    const bool exists = j < n && k < n;
    const float *from = in + (first - 1) * plane + offset;
    // end 5.1

    load_point(&previous[y][x], from, plane, exists);
    load_point(&current[y][x], from, plane, exists);
    const bool inner = x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1 && k < n - 1 && j < n - 1;
    for (int i = first; i < end; ++i) {
        load_point(&next[y][x], from, plane, exists);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        if (inner) {
            float sum = c.c[0] * current[y][x];
            sum += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
            sum += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
            sum += c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            out[i * plane + offset] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    if (n < 3) return;
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = ceil_div(n - 2, INNER_Y);
    grid.z = ceil_div(n - 2, DEPTH);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
