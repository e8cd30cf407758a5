// WRONG: the threads at the high end in z compute, too
// EXPECT test: 4.3/n=14
// EXPECT cause: stands at the edge of its block
// EXPECT todo: 4.2

#include "common/grid.h"
#include "common/stencil.h"

enum { WIDTH = 16, SIDE = 8, OWN_X = WIDTH - 2, OWN = SIDE - 2 };

__global__ void tiled(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float box[SIDE][SIDE][WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    int gx = 0, gy = 0, gz = 0;
    bool mine = false;

    // TODO 4.1: the tile's place, and the load
    gx = blockIdx.x * OWN_X + tx;
    gy = blockIdx.y * OWN + ty;
    gz = blockIdx.z * OWN + tz;
    const int p = (gz * n + gy) * n + gx;
    if (gx < n && gy < n && gz < n) box[tz][ty][tx] = in[p];
    // end 4.1

    // TODO 4.2: barrier, and who computes
    __syncthreads();
    mine = tx > 0 && tx < WIDTH - 1 && ty > 0 && ty < SIDE - 1;
    mine = mine && tz > 0 && tz < SIDE; // <-- HERE
    mine = mine && gx < n - 1 && gy < n - 1 && gz < n - 1;
    // end 4.2

    if (mine) {
        // TODO 4.3: the sum
        float sum = c.c[0] * box[tz][ty][tx];
        sum += c.c[1] * box[tz][ty][tx - 1];
        sum += c.c[2] * box[tz][ty][tx + 1];
        sum += c.c[3] * box[tz][ty - 1][tx];
        sum += c.c[4] * box[tz][ty + 1][tx];
        sum += c.c[5] * box[tz - 1][ty][tx];
        sum += c.c[6] * box[tz + 1][ty][tx];
        out[(gz * n + gy) * n + gx] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 threads(WIDTH, SIDE, SIDE);
    dim3 blocks(1, 1, 1);
    // TODO 4.4: the grid
    if (n <= 2) return;
    blocks.x = ceil_div(n - 2, OWN_X);
    blocks.y = ceil_div(n - 2, OWN);
    blocks.z = ceil_div(n - 2, OWN);
    // end 4.4
    tiled<<<blocks, threads>>>(in, out, n, c);
}
