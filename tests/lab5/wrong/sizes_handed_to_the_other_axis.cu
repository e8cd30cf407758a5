// WRONG: a lambda that counts blocks is handed x's size for y, and y's for x
// EXPECT test: 5.1/n=31
// EXPECT cause: Nothing is stored

// Lab 5 with constexpr and lambdas. Very flat tile: 32 x 8, so that few warps wait at a barrier.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int tile_x = 32, tile_y = 8;                   // what a block loads of a plane
constexpr int inner_x = tile_x - 2, inner_y = tile_y - 2; // what it computes of it
constexpr int depth = 40;                                 // planes of a march

using idx = size_t;

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    *cell = (i < n && j < n && k < n) ? in[((idx)i * n + j) * n + k] : 0.f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[tile_y][tile_x], current[tile_y][tile_x], next[tile_y][tile_x];
    int x = threadIdx.x;
    int y = threadIdx.y;

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * inner_x + x;
    j = blockIdx.y * inner_y + y;
    first = blockIdx.z * depth + 1;
    end = min(n - 1, first + depth);
    // end 5.1

    const auto within = [](int a, int low, int high) { return low <= a && a <= high; };
    const bool mine = within(x, 1, inner_x) && within(y, 1, inner_y) && within(k, 1, n - 2) && within(j, 1, n - 2);

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    float *result = out + ((idx)first * n + j) * n + k; // walks from plane to plane
    for (int i = first; i < end; ++i, result += (idx)n * n) {
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        const auto here = [&](int dy, int dx) { return current[y + dy][x + dx]; };
        if (mine)
            *result = c.c[0] * here(0, 0) + c.c[1] * here(0, -1) + c.c[2] * here(0, +1) + c.c[3] * here(-1, 0) +
                      c.c[4] * here(+1, 0) + c.c[5] * previous[y][x] + c.c[6] * next[y][x];
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        previous[y][x] = current[y][x], current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(tile_x, tile_y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    const auto blocks = [n](int inner) { return (unsigned)ceil_div(n - 2, inner); };
    grid = {blocks(inner_y), blocks(inner_x), blocks(depth)}; // <-- HERE
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
