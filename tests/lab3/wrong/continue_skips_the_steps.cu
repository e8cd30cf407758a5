// WRONG: `continue` skips the steps of both pointers at the end of the loop
// EXPECT test: 3.2/n=7
// EXPECT check: out-of-bounds
// EXPECT cause: This `continue` skips the steps at the end of the loop
// EXPECT todo: 3.2

// Lab 3: the basic 3D stencil.

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// df[i] = (f[i+1] - f[i-1]) / (2h) wherever both neighbours exist.
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i == 0 || i >= n - 1) return;
    float before = f[i - 1];
    float after = f[i + 1];
    df[i] = (after - before) / (h + h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<n / 512 + 1, 512>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    int k = blockDim.x * blockIdx.x + threadIdx.x;
    int j = blockDim.y * blockIdx.y + threadIdx.y;
    if (k < 1 || j < 1 || k >= n - 1 || j >= n - 1) return;

    // every thread goes through its whole column
    int plane = n * n;
    const float *src = in + j * n + k;
    float *dst = out + j * n + k;
    for (int i = 0; i < n; ++i) {
        if (i == 0 || i == n - 1) continue; // <-- HERE
        float sum = c.c[0] * src[0];
        sum += c.c[1] * src[-1];
        sum += c.c[2] * src[1];
        sum += c.c[3] * src[-n];
        sum += c.c[4] * src[n];
        sum += c.c[5] * src[-plane];
        sum += c.c[6] * src[plane];
        *dst = sum;
        src += plane;
        dst += plane;
    }
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(64, 4);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid(ceil_div(n, 64), ceil_div(n, 4));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
