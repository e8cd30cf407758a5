// WRONG: the right end of the tile is compared with the place in the grid
// EXPECT test: 5.1/n=31
// EXPECT cause: `gx` in this line is not what belongs there
// EXPECT todo: 5.3

#include "common/grid.h"
#include "common/stencil.h"

enum { EDGE = 16, OWN = EDGE - 2, STEPS = 20 };

__device__ void fetch(float *cell, const float *in, int n, int z, int y, int x) {
    // TODO 5.1 (load): one point
    *cell = 0;
    if (x < n && y < n && z < n) *cell = in[(z * n + y) * n + x];
    // end 5.1
}

__global__ void march(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float below[EDGE][EDGE];
    __shared__ float here[EDGE][EDGE];
    __shared__ float above[EDGE][EDGE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int gx = 0, gy = 0, from = 0, to = 0;
    // TODO 5.1 (where): the block's place
    gx = blockIdx.x * OWN + tx;
    gy = blockIdx.y * OWN + ty;
    from = blockIdx.z * STEPS + 1;
    to = min(from + STEPS, n - 1);
    // end 5.1

    fetch(&below[ty][tx], in, n, from - 1, gy, gx);
    fetch(&here[ty][tx], in, n, from, gy, gx);
    for (int z = from; z < to; z++) {
        fetch(&above[ty][tx], in, n, z + 1, gy, gx);
        // TODO 5.2 (before use): wait
        __syncthreads();
        // end 5.2

        // TODO 5.3: the sum
        const bool own = tx > 0 && gx < EDGE - 1 && ty > 0 && ty < EDGE - 1; // <-- HERE
        if (own && gx < n - 1 && gy < n - 1) {
            float sum = c.c[0] * here[ty][tx];
            sum += c.c[1] * here[ty][tx - 1];
            sum += c.c[2] * here[ty][tx + 1];
            sum += c.c[3] * here[ty - 1][tx];
            sum += c.c[4] * here[ty + 1][tx];
            sum += c.c[5] * below[ty][tx];
            sum += c.c[6] * above[ty][tx];
            out[(z * n + gy) * n + gx] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on
        __syncthreads();
        below[ty][tx] = here[ty][tx];
        here[ty][tx] = above[ty][tx];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 threads(EDGE, EDGE, 1);
    dim3 blocks(1, 1, 1);
    // TODO 5.4: the grid
    if (n <= 2) return;
    const int tiles = ceil_div(n - 2, OWN);
    blocks = dim3(tiles, tiles, ceil_div(n - 2, STEPS));
    // end 5.4
    march<<<blocks, threads>>>(in, out, n, c);
}
