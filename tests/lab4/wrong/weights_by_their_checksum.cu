// WRONG: coefficients are sent only where a sum that does not see their order has changed
// EXPECT test: 4.3/n=14
// EXPECT says: the numbers 0 and 1 of `c` exchanged
// EXPECT cause: `sent` keeps its value from call to call
// EXPECT todo: none

#include <string.h>

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// 16 x 8 x 8 threads, 1024, the most that a block may have. A tile of 16 in x has half the halo of a cube of
// 8 in that axis: 14 * 6 * 6 of 1024 points are computed, 51 % are halo, after 58 %. A cube of 10 has 49 %,
// but its rows of 10 floats fit sectors and warps badly. On an H200 at n = 512 the three reach 20.9, 19.3
// and 19.4 % of copy speed.
enum {
    TILE_X = 16,          // a block loads TILE_X x TILE x TILE points
    TILE = 8,             // in y and in z
    INNER_X = TILE_X - 2, // and computes those that have all their neighbours in the tile
    INNER = TILE - 2,
};

__constant__ float weight[7];

// Sends the coefficients to the device, where it has not got them from the call before.
static bool send_weights(const StencilCoefficients &c) {
    static bool sent = false;
    static unsigned checksum_sent;
    unsigned checksum = 0;
    for (int m = 0; m < 7; ++m) {
        unsigned bits;
        memcpy(&bits, &c.c[m], sizeof bits);
        checksum += bits;
    }
    if (sent && checksum == checksum_sent) return true; // <-- HERE
    if (!CUDA_CHECK(cudaMemcpyToSymbol(weight, c.c, sizeof weight))) return false;
    checksum_sent = checksum;
    sent = true;
    return true;
}

// The seven-point stencil: i = z, j = y, k = x in the grid, and z, y, x in the tile.
__global__ void stencil_kernel(const float *in, float *out, int n) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1: tiles start INNER_X or INNER apart and overlap by two points; only the last ones stick out of the
    // grid
    k = INNER_X * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    if (i < n && j < n && k < n) tile[z][y][x] = in[i * n * n + j * n + k];
    // end 4.1

    // TODO 4.2: no thread may have left before the barrier; its guard comes after it
    __syncthreads();
    bool halo = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE - 1 || z == 0 || z == TILE - 1;
    // Outside the halo k, j and i are 1 or more: the tile starts at 0 or more.
    computes = !halo && i <= n - 2 && j <= n - 2 && k <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: seven values, all of them from the tile
        out[i * n * n + j * n + k] = weight[0] * tile[z][y][x] +                                  // centre
                                     weight[1] * tile[z][y][x - 1] + weight[2] * tile[z][y][x + 1] + // x
                                     weight[3] * tile[z][y - 1][x] + weight[4] * tile[z][y + 1][x] + // y
                                     weight[5] * tile[z - 1][y][x] + weight[6] * tile[z + 1][y][x];  // z
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: blocks for the interior alone; without an interior point there would be none, which is no launch
    if (n < 3) return;
    int blocks = ceil_div(n - 2, INNER);
    grid = dim3(ceil_div(n - 2, INNER_X), blocks, blocks);
    // end 4.4
    if (!send_weights(c)) return;
    stencil_kernel<<<grid, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
