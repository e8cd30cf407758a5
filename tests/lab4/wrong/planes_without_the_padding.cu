// WRONG: rows are padded, and the distance of two planes is not
// EXPECT test: 4.2/n=26
// EXPECT says: race

// Lab 4: the 3D stencil from a tile in shared memory. The handout is README.md beside this file.
//
//   make lab4 && ./grade lab4     builds this file and grades it
//   ./grade hint lab4 4.1         the next hint for TODO 4.1
//
// Write between a line `// TODO 4.1` and its line `// end 4.1`, and leave these two lines where they are: the
// grader can then grade one TODO while another one is not right yet.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

// 32 x 8 threads fill a tile of 34 x 10 x 6 together, in a loop; then each of them computes 4 points, one
// above the other. No thread is only there for the halo.
constexpr int BX = 32, BY = 8, BZ = 4;
constexpr int W = BX + 2, H = BY + 2, D = BZ + 2;
constexpr int CELLS = W * H * D;

// the tile is flat: cell (z, y, x) is tile[z * SLAB + y * PITCH + x]
constexpr int PITCH = W + 1; // padding: rows begin in different banks
constexpr int SLAB = W * H;

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[D * H * PITCH];
    const int k0 = blockIdx.x * BX, j0 = blockIdx.y * BY, i0 = blockIdx.z * BZ; // first point of the tile

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    for (int t = threadIdx.y * BX + threadIdx.x; t < CELLS; t += BX * BY) {
        const int x = t % W, y = t / W % H, z = t / (W * H);
        const int k = k0 + x, j = j0 + y, i = i0 + z;
        if (k < n && j < n && i < n) tile[z * SLAB + y * PITCH + x] = in[(i * n + j) * n + k];
    }
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    const int k = k0 + 1 + threadIdx.x, j = j0 + 1 + threadIdx.y; // never 0
    const bool computes = k <= n - 2 && j <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const float *t = tile + SLAB + (threadIdx.y + 1) * PITCH + (threadIdx.x + 1);
        const int top = min(i0 + BZ, n - 2); // the last plane
        int i = i0 + 1;
        do {
            out[(i * n + j) * n + k] = c.c[0] * *t                                //
                                       + c.c[1] * t[-1] + c.c[2] * t[1]           // x
                                       + c.c[3] * t[-PITCH] + c.c[4] * t[PITCH]   // y
                                       + c.c[5] * t[-SLAB] + c.c[6] * t[SLAB];    // z
            t += SLAB;
        } while (++i <= top);
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(BX, BY);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    dim3 grid(ceil_div(n - 2, BX), ceil_div(n - 2, BY), ceil_div(n - 2, BZ));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
