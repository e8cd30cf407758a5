// WRONG: x is unsigned, so x - 1 < 0 is never true: the boundary is written
// EXPECT test: 3.2/n=7
// EXPECT cause: compared as unsigned numbers
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

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum
    unsigned int xi = blockIdx.x * blockDim.x + threadIdx.x;
    int yi = blockIdx.y * blockDim.y + threadIdx.y;
    int zi = blockIdx.z * blockDim.z + threadIdx.z;
    // all six neighbours must be in the grid
    if (xi - 1 < 0 || xi + 1 >= n) return;
    if (yi - 1 < 0 || yi + 1 >= n) return;
    if (zi - 1 < 0 || zi + 1 >= n) return;
    int me = xi + n * yi + n * n * zi;
    float r = c.c[0] * in[me];
    r += c.c[1] * in[me - 1];
    r += c.c[2] * in[me + 1];
    r += c.c[3] * in[me - n];
    r += c.c[4] * in[me + n];
    r += c.c[5] * in[me - n * n];
    r += c.c[6] * in[me + n * n];
    out[me] = r;
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
