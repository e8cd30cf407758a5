// WRONG: the sum is a reference to the thread's own cell of the tile, so the cell changes while other warps may still read it; a race, and sums of sums.
// EXPECT test: 4.3/n=4
// EXPECT cause: is another name of `tile[...]`
// EXPECT todo: 4.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 16, // 16 x 8 x 8 threads
    TILE = 8,
    INNER_X = TILE_X - 2,
    INNER = TILE - 2,
};

struct Place {
    int x, y, z;
};

// the grid point that belongs to a place in the tile of this block
__device__ Place point_of(Place cell) {
    Place point;
    point.x = blockIdx.x * INNER_X + cell.x;
    point.y = blockIdx.y * INNER + cell.y;
    point.z = blockIdx.z * INNER + cell.z;
    return point;
}

__device__ bool between(Place p, int low, int high_x, int high_y, int high_z) {
    return p.x >= low && p.x <= high_x && p.y >= low && p.y <= high_y && p.z >= low && p.z <= high_z;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    const Place t = {(int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z};
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    const Place g = point_of(t);
    const int index = (g.z * n + g.y) * n + g.x;
    if (between(g, 0, n - 1, n - 1, n - 1)) tile[t.z][t.y][t.x] = in[index];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    __syncthreads();
    computes = between(t, 1, INNER_X, INNER, INNER) && between(g, 1, n - 2, n - 2, n - 2);
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        float &sum = tile[t.z][t.y][t.x]; // <-- HERE
        sum *= c.c[0];
        sum += c.c[1] * tile[t.z][t.y][t.x - 1];
        sum += c.c[2] * tile[t.z][t.y][t.x + 1];
        sum += c.c[3] * tile[t.z][t.y - 1][t.x];
        sum += c.c[4] * tile[t.z][t.y + 1][t.x];
        sum += c.c[5] * tile[t.z - 1][t.y][t.x];
        sum += c.c[6] * tile[t.z + 1][t.y][t.x];
        out[index] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    if (n < 3) return;
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = ceil_div(n - 2, INNER);
    grid.z = grid.y;
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
