// WRONG: the rim below the block is stored into the row before it
// EXPECT test: 6.2/n=34
// EXPECT cause: `H` in this line is one too many or one too few
// EXPECT todo: 6.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { W = 32, H = 8, PLANES = 62 };

__global__ void reg_tile_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                StencilCoefficients c) {
    __shared__ float t[H + 2][W + 2]; // this block's points and a rim of one
    const int x = blockIdx.x * W + threadIdx.x + 1, y = blockIdx.y * H + threadIdx.y + 1;
    const int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
    const int z0 = blockIdx.z * PLANES + 1;
    const int z1 = z0 + PLANES < n - 1 ? z0 + PLANES : n - 1;
    const int area = n * n;
    const bool in_grid = x < n && y < n;
    const bool active = x < n - 1 && y < n - 1;

    const float *p = in + z0 * area + y * n + x;
    float *q = out + z0 * area + y * n + x;
    float under = in_grid ? p[-area] : 0;
    float centre = in_grid ? p[0] : 0;

    for (int z = z0; z < z1; ++z) {
        float over = in_grid ? p[area] : 0;
        if (in_grid) {
            t[sy][sx] = centre;
            if (sx == 1) t[sy][0] = p[-1];
            if (sy == 1) t[0][sx] = p[-n];
            if (sx == W && x + 1 < n) t[sy][W + 1] = p[1];
            if (sy == H && y + 1 < n) t[H][sx] = p[n]; // <-- HERE
        }
        __syncthreads();
        if (active)
            *q = c.c[0] * centre + c.c[1] * t[sy][sx - 1] + c.c[2] * t[sy][sx + 1] + c.c[3] * t[sy - 1][sx] +
                 c.c[4] * t[sy + 1][sx] + c.c[5] * under + c.c[6] * over;
        __syncthreads();
        under = centre;
        centre = over;
        p += area;
        q += area;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(W, H);
    dim3 grid(ceil_div(n - 2, W), ceil_div(n - 2, H), ceil_div(n - 2, PLANES));
    reg_tile_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
