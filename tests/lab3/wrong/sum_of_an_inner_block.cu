// WRONG: the sum is a variable of the inner block, and another one is stored
// EXPECT test: 3.2/n=7
// EXPECT cause: This line declares another variable `total`

#include "common/grid.h"
#include "common/stencil.h"
#include "tests/lab3/correct_derivative.cuh"

__global__ void seven(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    float total = 0;
    const bool own = x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1;
    const int p = (z * n + y) * n + x;
    if (own) {
        float total = c.c[0] * in[p]; // <-- HERE
        total += c.c[1] * in[p - 1] + c.c[2] * in[p + 1];
        total += c.c[3] * in[p - n] + c.c[4] * in[p + n];
        total += c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
    }
    if (own) out[p] = total;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4
    dim3 threads(64, 4, 1);
    // end 3.4
    // TODO 3.3
    dim3 blocks(ceil_div(n, 64), ceil_div(n, 4), n);
    // end 3.3
    seven<<<blocks, threads>>>(in, out, n, c);
}
