// WRONG: the ring is turned by the number of the plane in the grid, though it was filled from slot 0 on; where first - 1 is no multiple of three, the second and third plane of a march are wrong.
// EXPECT test: 5.2/n=63
// EXPECT cause: counts the steps from another one than
// EXPECT todo: 5.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 32,
    RING = 3, // planes in shared memory: z-1, z, z+1
};

__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    *cell = (i < n && j < n && k < n) ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[RING][TILE_Y][TILE_X];
    int x = threadIdx.x;
    int y = threadIdx.y;

    int k = 0, j = 0;
    int first = 0, end = 0;
    // TODO 5.1 (where): set k, j, first and end.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    int below = 0, here = 1, above = 2; // slots of the ring
    load_point(&ring[below][y][x], in, n, first - 1, j, k);
    load_point(&ring[here][y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) {
        load_point(&ring[above][y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        const bool in_tile = 1 <= x && x <= INNER_X && 1 <= y && y <= INNER_Y;
        if (in_tile && k < n - 1 && j < n - 1) {
            const float(*sheet)[TILE_X] = ring[here];
            const float flat = c.c[1] * sheet[y][x - 1] + c.c[2] * sheet[y][x + 1] + c.c[3] * sheet[y - 1][x] +
                               c.c[4] * sheet[y + 1][x];
            const float upright = c.c[5] * ring[below][y][x] + c.c[6] * ring[above][y][x];
            out[(i * n + j) * n + k] = c.c[0] * sheet[y][x] + flat + upright;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        const int turn = i; // <-- HERE
        below = turn % RING;
        here = (turn + 1) % RING;
        above = (turn + 2) % RING;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    const int interior = n - 2;
    if (interior <= 0) return;
    grid = dim3(ceil_div(interior, INNER_X), ceil_div(interior, INNER_Y), ceil_div(interior, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
