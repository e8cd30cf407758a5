// WRONG: shuffles inside the condition: the lanes of the halo have left the kernel, and have no value to give
// EXPECT test: 4.2/n=8
// EXPECT cause: from a lane that has left the kernel
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A row of the tile is a warp. x-1 and x+1 come from the lanes beside, y and z neighbours from the tile.
const int TX = 32, TY = 4, TZ = 4;

__global__ void tile_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TZ][TY][TX];
    const int lane = threadIdx.x, row = threadIdx.y, layer = threadIdx.z;
    const int k = (TX - 2) * blockIdx.x + lane;
    const int j = (TY - 2) * blockIdx.y + row;
    const int i = (TZ - 2) * blockIdx.z + layer;
    const long p = ((long)i * n + j) * n + k;

    float own = 0;
    if (i < n && j < n && k < n) own = in[p];
    tile[layer][row][lane] = own;
    __syncthreads();

    const bool rim = lane == 0 || lane == TX - 1 || row == 0 || row == TY - 1 || layer == 0 || layer == TZ - 1;
    if (!rim && i < n - 1 && j < n - 1 && k < n - 1) {
        float left = __shfl_up_sync(0xffffffff, own, 1), right = __shfl_down_sync(0xffffffff, own, 1); // <-- HERE
        out[p] = c.c[0] * own + c.c[1] * left + c.c[2] * right                              // x
                 + c.c[3] * tile[layer][row - 1][lane] + c.c[4] * tile[layer][row + 1][lane] // y
                 + c.c[5] * tile[layer - 1][row][lane] + c.c[6] * tile[layer + 1][row][lane]; // z
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int inner = n - 2;
    if (inner <= 0) return;
    const dim3 grid(ceil_div(inner, TX - 2), ceil_div(inner, TY - 2), ceil_div(inner, TZ - 2));
    tile_kernel<<<grid, dim3(TX, TY, TZ)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
