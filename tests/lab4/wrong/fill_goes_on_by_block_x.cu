// WRONG: the loop that fills the tile goes on by the threads of a row, not by those of the block: 36 times too much
// EXPECT test: 4.1/n=37
// EXPECT check: timeout
// EXPECT says: Its blocks come to an end, but they do too much work
// EXPECT line: HERE
// EXPECT todo: 4.1

#include "common/grid.h"
#include "common/stencil.h"

enum { TILE = 8, INNER = TILE - 2, CELLS = TILE * TILE * TILE };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    const int me = (z * blockDim.y + y) * blockDim.x + x;
    for (int cell = me; cell < CELLS; cell += blockDim.x) { // <-- HERE
        int cx = cell % TILE, cy = cell / TILE % TILE, cz = cell / (TILE * TILE);
        int gx = blockIdx.x * INNER + cx, gy = blockIdx.y * INNER + cy, gz = blockIdx.z * INNER + cz;
        if (gx < n && gy < n && gz < n) tile[cz][cy][cx] = in[(gz * n + gy) * n + gx];
    }
    ++x, ++y, ++z; // from here on: place in the tile
    k = blockIdx.x * INNER + x;
    j = blockIdx.y * INNER + y;
    i = blockIdx.z * INNER + z;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    __syncthreads();
    computes = k < n - 1 && j < n - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        float sum = c.c[0] * tile[z][y][x];
        sum += c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        sum += c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        sum += c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(INNER, INNER, INNER);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    if (n <= 2) return;
    grid = dim3(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
