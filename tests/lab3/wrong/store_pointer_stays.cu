// WRONG: a thread walks up its column, and the pointer that it stores through stays where it was
// EXPECT test: 3.2/n=7
// EXPECT cause: Nothing in this loop moves `slot` on
// EXPECT todo: 3.2

#include "common/grid.h"
#include "common/stencil.h"
#include "tests/lab3/correct_derivative.cuh"

__global__ void columns(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x, y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x > n - 2 || y > n - 2) return;
    const int step = n * n;
    const float *here = in + step + y * n + x;
    float *slot = out + step + y * n + x;
    for (int rest = n - 2; rest > 0; rest--, here += step) { // <-- HERE
        float sum = c.c[0] * here[0] + c.c[1] * here[-1] + c.c[2] * here[1];
        sum += c.c[3] * here[-n] + c.c[4] * here[n];
        *slot = sum + c.c[5] * here[-step] + c.c[6] * here[step]; // <-- HERE
    }
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    // TODO 3.4
    dim3 threads(32, 8);
    // end 3.4
    // TODO 3.3
    dim3 blocks(ceil_div(n, 32), ceil_div(n, 8));
    // end 3.3
    columns<<<blocks, threads>>>(in, out, n, c);
}
