// WRONG: planes are put into the ring by their number in the grid, but looked up by the step of this block's march: from the second block in z on the sums take other planes.
// EXPECT test: 5.1/n=33
// EXPECT cause: counts the steps from another one
// EXPECT todo: 5.2
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 16,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
    RING = 4,             // planes in shared memory: the one that is filled is read by nobody
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    float value = 0.0f;
    if (i < n && j < n && k < n) value = in[i * n * n + j * n + k];
    *cell = value;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[RING][TILE_Y][TILE_X]; // plane number p of the grid lies in ring[p % RING]
    const int x = threadIdx.x, y = threadIdx.y;

    // TODO 5.1 (where): set k, j, first and end.
    const int k = blockIdx.x * INNER_X + x;
    const int j = blockIdx.y * INNER_Y + y;
    const int first = 1 + blockIdx.z * DEPTH;
    const int end = min(n - 1, first + DEPTH);
    // end 5.1
    const bool computes = 0 < x && x < TILE_X - 1 && 0 < y && y < TILE_Y - 1 && j < n - 1 && k < n - 1;

    load_point(&ring[(first - 1) % RING][y][x], in, n, first - 1, j, k);
    load_point(&ring[first % RING][y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&ring[(i + 1) % RING][y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        const int oldest = (i - first) % RING; // <-- HERE
        const float(*below)[TILE_X] = ring[oldest];
        const float(*here)[TILE_X] = ring[(oldest + 1) % RING];
        const float(*above)[TILE_X] = ring[(oldest + 2) % RING];
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        if (computes) {
            float sum = c.c[0] * here[y][x];
            sum += c.c[1] * here[y][x - 1] + c.c[2] * here[y][x + 1];
            sum += c.c[3] * here[y - 1][x] + c.c[4] * here[y + 1][x];
            sum += c.c[5] * below[y][x] + c.c[6] * above[y][x];
            out[i * n * n + j * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        // (Nothing moves. The next step fills the fourth plane, that nobody reads in this one.)
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
