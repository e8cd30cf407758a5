// WRONG: the barrier stands in the loop that fills the tile, which not all threads go through equally often
// EXPECT test: 4.1/n=37
// EXPECT cause: pass this barrier equally often

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

namespace {

// The points that a block computes, one for each thread, and the tile that it needs for them.
constexpr int OUT_X = 16, OUT_Y = 8, OUT_Z = 4;
constexpr int THREADS = OUT_X * OUT_Y * OUT_Z;
constexpr int TILE_X = OUT_X + 2, TILE_Y = OUT_Y + 2, TILE_Z = OUT_Z + 2;
constexpr int CELLS = TILE_X * TILE_Y * TILE_Z; // more cells than threads

// Distances between neighbours in the tile
constexpr int DX = 1, DY = TILE_X, DZ = TILE_X * TILE_Y;

} // namespace

__global__ void __launch_bounds__(THREADS)
stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[CELLS];
    const int x0 = blockIdx.x * OUT_X, y0 = blockIdx.y * OUT_Y, z0 = blockIdx.z * OUT_Z;
    const int me = threadIdx.x;

    for (int cell = me; cell < CELLS; cell += THREADS) {
        const int gx = x0 + cell % TILE_X;
        const int gy = y0 + cell / TILE_X % TILE_Y;
        const int gz = z0 + cell / DZ;
        if (gx < n && gy < n && gz < n) tile[cell] = in[(gz * n + gy) * n + gx];
        __syncthreads(); // <-- HERE
    }

    const int x = me % OUT_X + 1, y = me / OUT_X % OUT_Y + 1, z = me / (OUT_X * OUT_Y) + 1;
    const int k = x0 + x, j = y0 + y, i = z0 + z;
    if (k > n - 2 || j > n - 2 || i > n - 2) return;

    const float *t = &tile[z * DZ + y * DY + x * DX];
    out[(i * n + j) * n + k] = c.c[0] * t[0]
                             + c.c[1] * t[-DX] + c.c[2] * t[DX]
                             + c.c[3] * t[-DY] + c.c[4] * t[DY]
                             + c.c[5] * t[-DZ] + c.c[6] * t[DZ];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int m = n > 2 ? n - 2 : 0;
    if (m) {
        const dim3 grid(ceil_div(m, OUT_X), ceil_div(m, OUT_Y), ceil_div(m, OUT_Z));
        stencil_kernel<<<grid, THREADS>>>(in, out, n, c);
        CUDA_CHECK(cudaGetLastError());
    }
}
