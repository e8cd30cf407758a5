// WRONG: the template's arguments are passed in another order than it names them
// EXPECT test: 5.1/n=3
// EXPECT cause: has its parameters in the order

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

// The tile and the march. The kernel is a template, so that other shapes can be tried side by side.
enum { TILE_X = 32, TILE_Y = 16, DEPTH = 62 };

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    *cell = (i < n) & (j < n) & (k < n) ? in[((size_t)i * n + j) * n + k] : 0.0f;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
// PLANES: how many planes a block computes. TX, TY: threads of a block and points of a tile in x and y.
template <int PLANES, int TX, int TY>
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TY][TX]; // plane i-1
    __shared__ float current[TY][TX];  // plane i
    __shared__ float next[TY][TX];     // plane i+1
    int x = threadIdx.x;               // this thread's cell of each plane, range [0, TX)
    int y = threadIdx.y;               // range [0, TY)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * (TX - 2) + x;
    j = blockIdx.y * (TY - 2) + y;
    first = blockIdx.z * PLANES + 1;
    end = min(first + PLANES, n - 1);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        const bool inner_x = x != 0 && x != TX - 1 && k < n - 1;
        const bool inner_y = y != 0 && y != TY - 1 && j < n - 1;
        if (inner_x && inner_y) {
            const float v[7] = {current[y][x],     current[y][x - 1], current[y][x + 1], current[y - 1][x],
                                current[y + 1][x], previous[y][x],    next[y][x]};
            float sum = 0;
#pragma unroll
            for (int m = 0; m < 7; ++m) sum += c.c[m] * v[m];
            out[((size_t)i * n + j) * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
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
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, TILE_X - 2), ceil_div(n - 2, TILE_Y - 2), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<TILE_X, TILE_Y, DEPTH><<<grid, block>>>(in, out, n, c); // <-- HERE
    CUDA_CHECK(cudaGetLastError());
}
