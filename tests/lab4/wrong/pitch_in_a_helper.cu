// WRONG: rows of the tile begin 8 elements apart and are 16 long: the number of another axis stands in the helper
// EXPECT test: 4.1/n=20
// EXPECT check: race
// EXPECT cause: rows of `tile` begin 8 elements apart, but the block has 16 threads along x

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { BX = 16, BY = 8, BZ = 4 };

__device__ int at(int z, int y, int x) {
    return z * BY * BX + y * BY + x; // <-- HERE
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[BX * BY * BZ];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;
    // TODO 4.1
    k = (BX - 2) * blockIdx.x + x;
    j = (BY - 2) * blockIdx.y + y;
    i = (BZ - 2) * blockIdx.z + z;
    int g = i * n * n + j * n + k;
    float v = 0.0f;
    if (i < n && j < n && k < n) v = in[g];
    tile[at(z, y, x)] = v;
    // end 4.1
    // TODO 4.2
    __syncthreads();
    if (x != 0 && y != 0 && z != 0 && x != BX - 1 && y != BY - 1 && z != BZ - 1)
        computes = i < n - 1 && j < n - 1 && k < n - 1;
    // end 4.2
    if (computes) {
        // TODO 4.3
        float centre = tile[at(z, y, x)];
        float left = tile[at(z, y, x - 1)], right = tile[at(z, y, x + 1)];
        float front = tile[at(z, y - 1, x)], back = tile[at(z, y + 1, x)];
        float down = tile[at(z - 1, y, x)], up = tile[at(z + 1, y, x)];
        out[g] = c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * front + c.c[4] * back +
                 c.c[5] * down + c.c[6] * up;
        // end 4.3
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(BX, BY, BZ);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, BX - 2), ceil_div(n - 2, BY - 2), ceil_div(n - 2, BZ - 2));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
