// WRONG: 3.2 has a macro without parentheses; 3.3 counts with 64, the width of the block of 3.4, and is right
// EXPECT test: 3.2/n=3
// EXPECT pass: 3.3/n=34
// EXPECT pass: 3.3/n=258..262
// EXPECT cause: The macro `AT` has no parentheses
// EXPECT todo: 3.2
// EXPECT score: 65

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int sample = threadIdx.x + blockIdx.x * blockDim.x;
    if (sample > 0 && sample < n - 1) {
        float diff = f[sample + 1] - f[sample - 1];
        df[sample] = diff / (2 * h);
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<(n + 127) / 128, 128>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

#define AT(z, y, x) (z * n * n + y * n + x)

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum
    int k = threadIdx.x + blockDim.x * blockIdx.x;
    int j = threadIdx.y + blockDim.y * blockIdx.y;
    int i = threadIdx.z + blockDim.z * blockIdx.z;
    bool interior = i >= 1 && j >= 1 && k >= 1 && i <= n - 2 && j <= n - 2 && k <= n - 2;
    if (!interior) return;
    float s = c.c[0] * in[AT(i, j, k)];
    s += c.c[1] * in[AT(i, j, k - 1)] + c.c[2] * in[AT(i, j, k + 1)];
    s += c.c[3] * in[AT(i, j - 1, k)] + c.c[4] * in[AT(i, j + 1, k)];
    s += c.c[5] * in[AT(i - 1, j, k)] + c.c[6] * in[AT(i + 1, j, k)];
    out[AT(i, j, k)] = s;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(64, 4, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid(ceil_div(n, 64), ceil_div(n, 4), n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
