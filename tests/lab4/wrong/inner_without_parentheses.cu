// WRONG: a macro's text is a difference without parentheses: blockIdx.x * INNER is multiplied with only a part of it
// EXPECT test: 4.3/n=14
// EXPECT cause: The text of the macro `INNER` has no parentheses
// EXPECT todo: 4.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define T 8
#define INNER T - 2 // <-- HERE
#define CELL(z, y, x) box[((z) * T + (y)) * T + (x)]

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float box[T * T * T];
    int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    int gx = 0, gy = 0, gz = 0;
    bool active = false;
    // TODO 4.1
    gx = blockIdx.x * INNER + tx;
    gy = blockIdx.y * INNER + ty;
    gz = blockIdx.z * INNER + tz;
    if (gx < n && gy < n && gz < n) CELL(tz, ty, tx) = in[(gz * n + gy) * n + gx];
    // end 4.1

    // TODO 4.2
    __syncthreads();
    active = tx > 0 && tx < T - 1 && ty > 0 && ty < T - 1 && tz > 0 && tz < T - 1 && gx < n - 1 &&
             gy < n - 1 && gz < n - 1;
    // end 4.2
    if (active) {
        // TODO 4.3
        float s = c.c[0] * CELL(tz, ty, tx);
        s += c.c[1] * CELL(tz, ty, tx - 1) + c.c[2] * CELL(tz, ty, tx + 1);
        s += c.c[3] * CELL(tz, ty - 1, tx);
        s += c.c[4] * CELL(tz, ty + 1, tx);
        s += c.c[5] * CELL(tz - 1, ty, tx);
        s += c.c[6] * CELL(tz + 1, ty, tx);
        out[(gz * n + gy) * n + gx] = s;
        // end 4.3
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(T, T, T);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n < 3) return;
    int b = ceil_div(n - 2, INNER);
    grid = dim3(b, b, b);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
