// WRONG: of the numbers of three planes the highest one stays
// EXPECT test: 5.2/n=32
// EXPECT cause: two names stand for one plane: `mid` takes that of `high`
// EXPECT todo: 5.2

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y: a square, but you may make it flatter
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    float v = 0;
    if (i < n && j < n && k < n) v = in[(i * n + j) * n + k];
    *cell = v;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float planes[3][TILE_Y][TILE_X];
    int low = 0, mid = 1, high = 2; // which of them is plane i-1, i, i+1
    int x = threadIdx.x;
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    k = INNER_X * blockIdx.x + x;
    j = INNER_Y * blockIdx.y + y;
    first = 1 + blockIdx.z * DEPTH;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(&planes[low][y][x], in, n, first - 1, j, k);
    load_point(&planes[mid][y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&planes[high][y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        if (x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1 && j < n - 1 && k < n - 1) {
            float sum = c.c[0] * planes[mid][y][x];
            sum += c.c[1] * planes[mid][y][x - 1] + c.c[2] * planes[mid][y][x + 1];
            sum += c.c[3] * planes[mid][y - 1][x] + c.c[4] * planes[mid][y + 1][x];
            sum += c.c[5] * planes[low][y][x] + c.c[6] * planes[high][y][x];
            out[(i * n + j) * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        low = mid;
        mid = high; // <-- HERE
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
