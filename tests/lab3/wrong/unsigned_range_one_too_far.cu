// WRONG: a range with one unsigned comparison, one too many
// EXPECT test: 3.2/n=3
// EXPECT cause: `1` in this line is not what belongs there
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i > 0 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 128), 128>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// 1 <= a <= n-2 with a single comparison: a = 0 becomes a huge unsigned number.
__device__ __forceinline__ bool within(int a, int n) {
    return (unsigned)(a - 1) < (unsigned)(n - 1); // <-- HERE
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (within(k, n) && within(j, n) && within(i, n)) {
        const int step[3] = {1, n, n * n};
        const int p = i * n * n + j * n + k;
        float total = c.c[0] * in[p];
        for (int axis = 0; axis < 3; ++axis)
            total += c.c[1 + 2 * axis] * in[p - step[axis]] + c.c[2 + 2 * axis] * in[p + step[axis]];
        out[p] = total;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // nothing to do, and `within` does not like it
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
