// WRONG: the tile is filled by cp.async, and nobody waits for it before the barrier
// EXPECT says: its thread has not waited
// EXPECT test: 4.3/n=32
// EXPECT check: uninitialised
#include <cuda_pipeline.h>
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[8][8][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 6 * blockIdx.x + x, j = 6 * blockIdx.y + y, i = 6 * blockIdx.z + z;
    if (i < n && j < n && k < n) __pipeline_memcpy_async(&tile[z][y][x], in + (i * n + j) * n + k, 4);
    
    __syncthreads();
    bool halo = x == 0 || x == 7 || y == 0 || y == 7 || z == 0 || z == 7;
    if (!halo && i <= n - 2 && j <= n - 2 && k <= n - 2) out[(i * n + j) * n + k] = c.c[0] * tile[z][y][x] + c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1] + c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x] + c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int b = ceil_div(n - 2, 6);
    stencil_kernel<<<dim3(b, b, b), dim3(8, 8, 8)>>>(in, out, n, c);
}
