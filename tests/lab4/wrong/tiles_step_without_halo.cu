// WRONG: the loop over tiles goes on by a tile with its halo: planes between are left out
// EXPECT test: 4.1/n=8
// EXPECT cause: The loop goes on by `TZ` in each round

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define TX 32
#define TY 8
#define TZ 4

// A block walks through the grid in z, one tile of TZ planes after the other.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float t[TZ][TY][TX];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int col = blockIdx.x * (TX - 2) + x;
    int row = blockIdx.y * (TY - 2) + y;
    for (int start = 0; start < n - 2; start += TZ) {
        int lev = start + z;
        // TODO 4.1: load
        if (col < n && row < n && lev < n) t[z][y][x] = in[(lev * n + row) * n + col];
        // end 4.1

        // TODO 4.2: wait, who computes?
        __syncthreads();
        bool computes = x >= 1 && x <= TX - 2 && y >= 1 && y <= TY - 2 && z >= 1 && z <= TZ - 2;
        computes = computes && col <= n - 2 && row <= n - 2 && lev <= n - 2;
        // end 4.2
        if (computes) {
            // TODO 4.3: sum
            out[(lev * n + row) * n + col] = c.c[0] * t[z][y][x] + c.c[1] * t[z][y][x - 1] + c.c[2] * t[z][y][x + 1] +
                                             c.c[3] * t[z][y - 1][x] + c.c[4] * t[z][y + 1][x] +
                                             c.c[5] * t[z - 1][y][x] + c.c[6] * t[z + 1][y][x];
            // end 4.3
        }
        __syncthreads(); // before the next tile comes
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TX, TY, TZ);
    // TODO 4.4: set grid
    dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), 1);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
