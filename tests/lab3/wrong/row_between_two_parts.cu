// WRONG: two launches share out the rows; the first one ends before row `middle`, the second one begins behind it
// EXPECT test: 3.2/n=7
// EXPECT cause: , the other begins with y =
// EXPECT todo: 3.3

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#include "tests/lab3/correct_derivative.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, int from, int to, StencilCoefficients c) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = from + blockIdx.y * 4 + threadIdx.y, z = blockIdx.z;
    if (x < 1 || z < 1 || x > n - 2 || z > n - 2 || y >= to) return;
    const float *p = in + ((size_t)z * n + y) * n + x;
    out[p - in] = c.c[0] * p[0] + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * p[-n] + c.c[4] * p[n] +
                  c.c[5] * p[-n * n] + c.c[6] * p[n * n];
}

static void rows(const float *in, float *out, int n, int from, int to, StencilCoefficients c) {
    if (from >= to) return;
    const dim3 grid(ceil_div(n, 32), ceil_div(to - from, 4), n);
    stencil_kernel<<<grid, dim3(32, 4)>>>(in, out, n, from, to, c);
    CUDA_CHECK(cudaGetLastError());
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int middle = (n + 1) / 2;
    rows(in, out, n, 1, middle, c);
    rows(in, out, n, middle + 1, n - 1, c); // <-- HERE
}
