// WRONG: the value in the middle is overwritten before it becomes the one below
// EXPECT test: 6.4/n=32
// EXPECT cause: This line moves `mine` on to `below`, but too late
// EXPECT todo: 6.4

#include "common/grid.h"
#include "common/stencil.h"

enum { WIDE = 32, HIGH = 8, OWN_X = WIDE - 2, OWN_Y = HIGH - 2, STEPS = 16 };

__device__ float fetch(const float *in, int n, int z, int y, int x) {
    float value = 0;
    // TODO 6.1 (load): one point
    if (x < n && y < n && z < n) value = in[(z * n + y) * n + x];
    // end 6.1
    return value;
}

__global__ void march(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float sheet[HIGH][WIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gx = blockIdx.x * OWN_X + tx, gy = blockIdx.y * OWN_Y + ty;
    const int from = blockIdx.z * STEPS + 1, to = min(from + STEPS, n - 1);

    float below = 0, mine = 0, above = 0;
    // TODO 6.1 (first two): before the march
    below = fetch(in, n, from - 1, gy, gx);
    mine = fetch(in, n, from, gy, gx);
    // end 6.1

    for (int z = from; z < to; z++) {
        // TODO 6.2: the plane and the barrier
        above = fetch(in, n, z + 1, gy, gx);
        sheet[ty][tx] = mine;
        __syncthreads();
        // end 6.2

        // TODO 6.3: the sum
        const bool own = tx > 0 && tx < WIDE - 1 && ty > 0 && ty < HIGH - 1;
        if (own && gx < n - 1 && gy < n - 1) {
            float sum = c.c[0] * mine;
            sum = sum + c.c[1] * sheet[ty][tx - 1];
            sum = sum + c.c[2] * sheet[ty][tx + 1];
            sum = sum + c.c[3] * sheet[ty - 1][tx];
            sum = sum + c.c[4] * sheet[ty + 1][tx];
            sum = sum + c.c[5] * below;
            sum = sum + c.c[6] * above;
            out[(z * n + gy) * n + gx] = sum;
        }
        // end 6.3

        // TODO 6.4: move on
        __syncthreads();
        mine = above;
        below = mine; // <-- HERE
        // end 6.4
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n <= 2) return;
    dim3 threads(WIDE, HIGH, 1);
    dim3 blocks(ceil_div(n - 2, OWN_X), ceil_div(n - 2, OWN_Y), ceil_div(n - 2, STEPS));
    march<<<blocks, threads>>>(in, out, n, c);
}
