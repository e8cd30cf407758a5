// WRONG: the march goes two planes a step and stops only where i == end, which it steps over when the number of planes is odd: at odd n it goes on past the grid, writes outside out and never ends.
// EXPECT test: 5.1/n=3
// EXPECT cause: The comparison `==` in this line is not the right one
// EXPECT todo: 5.2
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
    RING = 4, // planes i-1, i, i+1 and i+2: a step computes i and i+1
};

typedef float Plane[TILE_Y][TILE_X];

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    *cell = i < n && j < n && k < n ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__device__ float sum_of_seven(const Plane *ring, int i, int y, int x, const StencilCoefficients &c) {
    const Plane &before = ring[(i - 1) % RING], &now = ring[i % RING], &after = ring[(i + 1) % RING];
    return c.c[0] * now[y][x] + c.c[1] * now[y][x - 1] + c.c[2] * now[y][x + 1] + c.c[3] * now[y - 1][x] +
           c.c[4] * now[y + 1][x] + c.c[5] * before[y][x] + c.c[6] * after[y][x];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Plane ring[RING]; // plane i is in number i % RING
    const int x = threadIdx.x, y = threadIdx.y;

    // TODO 5.1 (where): set k, j, first and end.
    const int k = blockIdx.x * INNER_X + x;
    const int j = blockIdx.y * INNER_Y + y;
    const int first = blockIdx.z * DEPTH + 1;
    const int end = min(first + DEPTH, n - 1);
    // end 5.1
    const bool computes = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y && k <= n - 2 && j <= n - 2;

    load_point(&ring[(first - 1) % RING][y][x], in, n, first - 1, j, k);
    load_point(&ring[first % RING][y][x], in, n, first, j, k);
    int i = first;
    while (true) { // every block has a plane or more
        load_point(&ring[(i + 1) % RING][y][x], in, n, i + 1, j, k);
        load_point(&ring[(i + 2) % RING][y][x], in, n, i + 2, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        if (computes) {
            out[(i * n + j) * n + k] = sum_of_seven(ring, i, y, x, c);
            if (i + 1 < end) out[((i + 1) * n + j) * n + k] = sum_of_seven(ring, i + 1, y, x, c);
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        i += 2;
        if (i == end) break; // <-- HERE
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
