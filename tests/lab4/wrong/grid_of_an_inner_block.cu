// WRONG: the grid that is computed is another variable, of an inner block
// EXPECT test: 4.4/n=9
// EXPECT cause: This line declares another variable `blocks`
// EXPECT todo: 4.4

#include "common/grid.h"
#include "common/stencil.h"

enum { EDGE = 8, OWN = EDGE - 2 };

__global__ void from_tile(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float box[EDGE][EDGE][EDGE];
    int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    int gx = 0, gy = 0, gz = 0;
    bool writes = false;
    // TODO 4.1
    gx = blockIdx.x * OWN + tx;
    gy = blockIdx.y * OWN + ty;
    gz = blockIdx.z * OWN + tz;
    int at = (gz * n + gy) * n + gx;
    if (gx < n && gy < n && gz < n) box[tz][ty][tx] = in[at];
    // end 4.1

    // TODO 4.2
    __syncthreads();
    writes = tx % (EDGE - 1) != 0 && ty % (EDGE - 1) != 0 && tz % (EDGE - 1) != 0;
    writes = writes && gx < n - 1 && gy < n - 1 && gz < n - 1;
    // end 4.2

    if (writes) {
        // TODO 4.3
        float r = c.c[0] * box[tz][ty][tx] + c.c[1] * box[tz][ty][tx - 1] + c.c[2] * box[tz][ty][tx + 1];
        r += c.c[3] * box[tz][ty - 1][tx] + c.c[4] * box[tz][ty + 1][tx];
        r += c.c[5] * box[tz - 1][ty][tx] + c.c[6] * box[tz + 1][ty][tx];
        out[at] = r;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 threads(EDGE, EDGE, EDGE);
    dim3 blocks(1, 1, 1);
    // TODO 4.4
    if (n < 3) return;
    {
        int each = ceil_div(n - 2, OWN);
        dim3 blocks(each, each, each); // <-- HERE
    }
    // end 4.4
    from_tile<<<blocks, threads>>>(in, out, n, c);
}
