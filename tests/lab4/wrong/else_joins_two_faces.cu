// WRONG: an else joins the loads of the x faces to those of the y faces
// EXPECT test: 4.1/n=37
// EXPECT cause: keeps a thread from what stands behind it

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// One thread for each point that is computed. The tile is larger by one layer all around; the threads at the
// faces of the block load it besides their own point.
#define BX 32
#define BY 4
#define BZ 4

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float s[BZ + 2][BY + 2][BX + 2];

    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int k = 1 + blockIdx.x * BX + tx; // 1 is the first interior point
    const int j = 1 + blockIdx.y * BY + ty;
    const int i = 1 + blockIdx.z * BZ + tz;
    const int row = n, plane = n * n;
    const int p = i * plane + j * row + k;
    const bool interior = k < n - 1 && j < n - 1 && i < n - 1;

    if (interior) {
        s[tz + 1][ty + 1][tx + 1] = in[p];
        // An interior point has all its neighbours. The last one of an axis needs the grid's boundary, which no
        // thread has as its own point.
        const bool last_x = tx == BX - 1 || k == n - 2;
        const bool last_y = ty == BY - 1 || j == n - 2;
        const bool last_z = tz == BZ - 1 || i == n - 2;
        // x faces
        if (tx == 0) s[tz + 1][ty + 1][0] = in[p - 1];
        if (last_x) s[tz + 1][ty + 1][tx + 2] = in[p + 1];
        // y faces
        else { // <-- HERE
            if (ty == 0) s[tz + 1][0][tx + 1] = in[p - row];
            if (last_y) s[tz + 1][ty + 2][tx + 1] = in[p + row];
        }
        // z faces
        if (tz == 0) s[0][ty + 1][tx + 1] = in[p - plane];
        if (last_z) s[tz + 2][ty + 1][tx + 1] = in[p + plane];
    }
    __syncthreads();

    if (interior) {
        const int x = tx + 1, y = ty + 1, z = tz + 1;
        out[p] = c.c[0] * s[z][y][x]
               + c.c[1] * s[z][y][x - 1] + c.c[2] * s[z][y][x + 1]
               + c.c[3] * s[z][y - 1][x] + c.c[4] * s[z][y + 1][x]
               + c.c[5] * s[z - 1][y][x] + c.c[6] * s[z + 1][y][x];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int interior = n - 2;
    if (interior < 1) return;
    const dim3 block(BX, BY, BZ);
    const dim3 grid(ceil_div(interior, BX), ceil_div(interior, BY), ceil_div(interior, BZ));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
