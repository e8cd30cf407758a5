// WRONG: the halo is loaded by if, else if, else if: a thread at an edge of the block loads one of its cells
// EXPECT test: 4.1/n=3
// EXPECT cause: This `else` keeps a thread from what stands behind it
// EXPECT todo: 4.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

const int B = 8;      // a block computes B x B x B points
const int S = B + 2;  // and its tile has one more on each side

// value of the grid, or 0 behind its end
__device__ float value(const float *in, int n, int z, int y, int x) {
    if (z >= n || y >= n || x >= n) return 0;
    return in[z * n * n + y * n + x];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float s[S][S][S];
    // TODO 4.1: find this thread's point. Load it into the tile if the grid has it.
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1; // place in the tile
    int gx = blockIdx.x * B + tx;
    int gy = blockIdx.y * B + ty;
    int gz = blockIdx.z * B + tz;
    s[tz][ty][tx] = value(in, n, gz, gy, gx);
    // halo: the threads at the faces load one more
    if (tx == 1) s[tz][ty][0] = value(in, n, gz, gy, gx - 1);
    else if (tx == B) s[tz][ty][B + 1] = value(in, n, gz, gy, gx + 1);
    else if (ty == 1) s[tz][0][tx] = value(in, n, gz, gy - 1, gx);
    else if (ty == B) s[tz][B + 1][tx] = value(in, n, gz, gy + 1, gx);
    else if (tz == 1) s[0][ty][tx] = value(in, n, gz - 1, gy, gx);
    else if (tz == B) s[B + 1][ty][tx] = value(in, n, gz + 1, gy, gx);
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled.
    __syncthreads();
    bool computes = gx < n - 1 && gy < n - 1 && gz < n - 1;
    // end 4.2
    if (computes) {
        // TODO 4.3: write the sum of the seven products to out
        out[gz * n * n + gy * n + gx] = c.c[0] * s[tz][ty][tx] + c.c[1] * s[tz][ty][tx - 1] +
                                        c.c[2] * s[tz][ty][tx + 1] + c.c[3] * s[tz][ty - 1][tx] +
                                        c.c[4] * s[tz][ty + 1][tx] + c.c[5] * s[tz - 1][ty][tx] +
                                        c.c[6] * s[tz + 1][ty][tx];
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis
    if (n < 3) return;
    int g = (n - 2 + B - 1) / B;
    dim3 grid(g, g, g);
    dim3 block(B, B, B);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
