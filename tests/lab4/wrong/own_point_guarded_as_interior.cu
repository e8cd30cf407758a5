// WRONG: threads load their own point only where it is an interior one, so the points at the grid's end never get into the tile
// EXPECT test: 4.1/n=3
// EXPECT cause: at each of 3 places of this line
// EXPECT todo: 4.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int EDGE = 8, WITH_HALO = EDGE + 2;

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float cell[WITH_HALO][WITH_HALO][WITH_HALO];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1;
    const int gx = blockIdx.x * EDGE + tx, gy = blockIdx.y * EDGE + ty, gz = blockIdx.z * EDGE + tz;
    const int at = (gz * n + gy) * n + gx;
    const bool loads = gx < n - 1 && gy < n - 1 && gz < n - 1; // <-- HERE
    if (loads) {
        if (tx == 1) cell[tz][ty][0] = in[at - 1];
        if (tx == EDGE && gx < n - 1) cell[tz][ty][EDGE + 1] = in[at + 1];
        if (ty == 1) cell[tz][0][tx] = in[at - n];
        if (ty == EDGE && gy < n - 1) cell[tz][EDGE + 1][tx] = in[at + n];
        if (tz == 1) cell[0][ty][tx] = in[at - n * n];
        if (tz == EDGE && gz < n - 1) cell[EDGE + 1][ty][tx] = in[at + n * n];
        cell[tz][ty][tx] = in[at];
    }
    __syncthreads();
    if (gx > n - 2 || gy > n - 2 || gz > n - 2) return;
    out[at] = c.c[0] * cell[tz][ty][tx] + c.c[1] * cell[tz][ty][tx - 1] + c.c[2] * cell[tz][ty][tx + 1] +
              c.c[3] * cell[tz][ty - 1][tx] + c.c[4] * cell[tz][ty + 1][tx] + c.c[5] * cell[tz - 1][ty][tx] +
              c.c[6] * cell[tz + 1][ty][tx];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n <= 2) return;
    const int tiles = ceil_div(n - 2, EDGE);
    stencil_kernel<<<dim3(tiles, tiles, tiles), dim3(EDGE, EDGE, EDGE)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
