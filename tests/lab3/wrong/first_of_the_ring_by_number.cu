// WRONG: the loop finds plane z in v[z % 4], but its first planes are put into v[0] and v[1] wherever it begins
// EXPECT test: 3.3/n=31
// EXPECT cause: have fixed numbers
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#include "tests/lab3/correct_derivative.cuh"

enum { STEPS = 6 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
    int begin = 1 + blockIdx.z * STEPS, end = min(begin + STEPS, n - 1);
    float v[4];
    const float *p = in + ((size_t)begin * n + y) * n + x;
    v[0] = p[-n * n]; // <-- HERE
    v[1] = p[0];
    for (int z = begin; z < end; ++z, p += n * n) {
        v[(z + 1) % 4] = p[n * n];
        out[p - in] = c.c[0] * v[z % 4] + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * p[-n] + c.c[4] * p[n] +
                      c.c[5] * v[(z - 1) % 4] + c.c[6] * v[(z + 1) % 4];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 4), ceil_div(n - 2, STEPS)), dim3(32, 4)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
