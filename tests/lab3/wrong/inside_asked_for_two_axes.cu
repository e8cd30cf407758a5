// WRONG: a helper says what is inside along an axis, and is not asked for z
// EXPECT test: 3.2/n=1
// EXPECT cause: no condition on z keeps it away

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#include "tests/lab3/correct_derivative.cuh"

__device__ bool inside(int a, int n) {
    return a > 0 && a < n - 1;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    const int nn = n * n;
    const bool computes = inside(x, n) && inside(y, n); // <-- HERE

    float sum = 0;
    if (z > 0 && z < n - 1 && computes) {
        const float *p = in + z * nn + y * n + x;
        sum = c.c[0] * p[0] + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * p[-n] + c.c[4] * p[n] + c.c[5] * p[-nn] + c.c[6] * p[nn];
    }
    if (computes) out[z * nn + y * n + x] = sum;
}

#include "tests/lab3/stencil_launch.cuh"
