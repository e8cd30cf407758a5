// WRONG: the launch asks for as many bytes of shared memory as the tile has cells
// EXPECT test: 4.1/n=3
// EXPECT check: out-of-bounds
// EXPECT cause: The launch asks for 1024 bytes of shared memory

// Lab 4 with a tile whose size is chosen at the launch.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// w, h, d: points of the tile in x, y and z = threads of the block
__global__ void tiled(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float tile[];
    const int w = blockDim.x, h = blockDim.y, d = blockDim.z;
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int gx = blockIdx.x * (w - 2) + tx;
    const int gy = blockIdx.y * (h - 2) + ty;
    const int gz = blockIdx.z * (d - 2) + tz;

    const int slot = (tz * h + ty) * w + tx;
    const size_t g = ((size_t)gz * n + gy) * n + gx;
    if (gx < n && gy < n && gz < n) tile[slot] = in[g];
    __syncthreads();

    if (tx == 0 || ty == 0 || tz == 0) return;
    if (tx == w - 1 || ty == h - 1 || tz == d - 1) return;
    if (gx >= n - 1 || gy >= n - 1 || gz >= n - 1) return;
    out[g] = c.c[0] * tile[slot] + c.c[1] * tile[slot - 1] + c.c[2] * tile[slot + 1] +
             c.c[3] * tile[slot - w] + c.c[4] * tile[slot + w] + c.c[5] * tile[slot - w * h] +
             c.c[6] * tile[slot + w * h];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 block(16, 8, 8);
    const int inner = n - 2;
    const dim3 grid(ceil_div(inner, block.x - 2), ceil_div(inner, block.y - 2), ceil_div(inner, block.z - 2));
    const size_t cells = block.x * block.y * block.z;
    tiled<<<grid, block, cells>>>(in, out, n, c); // <-- HERE
    CUDA_CHECK(cudaGetLastError());
}
