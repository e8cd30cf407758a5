// WRONG: blocks begin at point 0, and the grid counts n - 2 points along x: x = n-2 is left out at n = 32 m + 2
// EXPECT test: 4.4/n=80..180
// EXPECT cause: along x
// EXPECT todo: 4.4

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { BX = 32, BY = 8, BZ = 4 }; // points of a block, one thread each

__device__ float value(const float *in, int n, int z, int y, int x) {
    bool there = z >= 0 && y >= 0 && x >= 0 && z < n && y < n && x < n;
    return there ? in[(z * n + y) * n + x] : 0.0f;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float s[BZ + 2][BY + 2][BX + 2];
    // TODO 4.1: find this thread's point. Load it into the tile if the grid has it.
    int gx = blockIdx.x * BX + threadIdx.x, gy = blockIdx.y * BY + threadIdx.y, gz = blockIdx.z * BZ + threadIdx.z;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1;
    s[tz][ty][tx] = value(in, n, gz, gy, gx);
    if (tx == 1) s[tz][ty][0] = value(in, n, gz, gy, gx - 1);
    if (tx == BX) s[tz][ty][BX + 1] = value(in, n, gz, gy, gx + 1);
    if (ty == 1) s[tz][0][tx] = value(in, n, gz, gy - 1, gx);
    if (ty == BY) s[tz][BY + 1][tx] = value(in, n, gz, gy + 1, gx);
    if (tz == 1) s[0][ty][tx] = value(in, n, gz - 1, gy, gx);
    if (tz == BZ) s[BZ + 1][ty][tx] = value(in, n, gz + 1, gy, gx);
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled.
    __syncthreads();
    bool computes = gx > 0 && gy > 0 && gz > 0 && gx < n - 1 && gy < n - 1 && gz < n - 1;
    // end 4.2
    if (computes) {
        // TODO 4.3: write the sum of the seven products to out
        out[(gz * n + gy) * n + gx] = c.c[0] * s[tz][ty][tx] + c.c[1] * s[tz][ty][tx - 1] +
                                      c.c[2] * s[tz][ty][tx + 1] + c.c[3] * s[tz][ty - 1][tx] +
                                      c.c[4] * s[tz][ty + 1][tx] + c.c[5] * s[tz - 1][ty][tx] +
                                      c.c[6] * s[tz + 1][ty][tx];
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis
    if (n < 3) return;
    dim3 block(BX, BY, BZ);
    dim3 grid(ceil_div(n - 2, BX), ceil_div(n, BY), ceil_div(n, BZ));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
