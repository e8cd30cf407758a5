// WRONG: the planes before the march go into the slots 0 and 1, and the march looks for plane i in slot i % 3
// EXPECT test: 5.1/n=67
// EXPECT cause: has put it by this line
// EXPECT todo: none

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 40,
    RING = 3, // planes in shared memory
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    *cell = max(i, max(j, k)) < n ? in[(i * n + j) * n + k] : 0.f;
    // end 5.1
}

// Three planes that change places and are never copied: plane i of the grid is in slot i % 3.
struct Ring {
    float slot[RING][TILE_Y][TILE_X];
    __device__ float *cell(int i) { return &slot[i % RING][threadIdx.y][threadIdx.x]; }
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Ring ring;
    int x = threadIdx.x, y = threadIdx.y;

    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    const int k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    const int first = 1 + blockIdx.z * DEPTH;
    const int end = first + DEPTH < n - 1 ? first + DEPTH : n - 1;
    // end 5.1

    const bool mine = x % (TILE_X - 1) != 0 && y % (TILE_Y - 1) != 0 && j < n - 1 && k < n - 1;

    // the two planes that must be there before the march
    for (int s = 0; s < 2; ++s) load_point(ring.cell(s), in, n, first - 1 + s, j, k); // <-- HERE

    float *to = out + (first * n + j) * n + k; // walks up with the march
    for (int i = first; i < end; ++i, to += n * n) {
        load_point(ring.cell(i + 1), in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        if (mine) {
            const float *here = ring.cell(i);
            *to = c.c[0] * here[0]                                      // centre
                + c.c[1] * here[-1] + c.c[2] * here[+1]                 // x
                + c.c[3] * here[-TILE_X] + c.c[4] * here[+TILE_X]       // y
                + c.c[5] * *ring.cell(i - 1) + c.c[6] * *ring.cell(i + 1);
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        // Nothing to copy: i + 1 does it. No second barrier either: the slot that is filled next held plane
        // i-1, and of that one each thread now reads its own cell only.
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE_X, TILE_Y, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
