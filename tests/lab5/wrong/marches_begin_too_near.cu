// WRONG: the marches begin DEPTH - 2 planes apart though each computes DEPTH planes, so neighbouring blocks write two planes twice (a race between blocks), and at n = 62 the planes 59 and 60 are never computed.
// EXPECT test: 5.4/n=62
// EXPECT cause: `DEPTH` in this line is not what belongs there
// EXPECT todo: 5.1
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
};

// The value of a point, 0 outside the grid.
__device__ float fetch(const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    if (i >= n || j >= n || k >= n) return 0.0f;
    return in[(i * n + j) * n + k];
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float sheet[TILE_Y][TILE_X]; // the plane that is computed
    const int x = threadIdx.x, y = threadIdx.y;

    // TODO 5.1 (where): set k, j, first and end.
    const int k = blockIdx.x * INNER_X + x;
    const int j = blockIdx.y * INNER_Y + y;
    const int first = blockIdx.z * (DEPTH - 2) + 1; // <-- HERE
    const int end = min(first + DEPTH, n - 1);
    // end 5.1
    const bool mine = x > 0 && y > 0 && x <= INNER_X && y <= INNER_Y && k < n - 1 && j < n - 1;

    float lower = fetch(in, n, first - 1, j, k); // z-1, z and z+1 of this thread's column
    float here = fetch(in, n, first, j, k);
    for (int i = first; i < end; ++i) {
        sheet[y][x] = here;
        const float upper = fetch(in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        if (mine) {
            float sum = c.c[0] * here + c.c[5] * lower + c.c[6] * upper;
            sum += c.c[1] * sheet[y][x - 1] + c.c[2] * sheet[y][x + 1];
            sum += c.c[3] * sheet[y - 1][x] + c.c[4] * sheet[y + 1][x];
            out[(i * n + j) * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        lower = here;
        here = upper;
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
