// WRONG: the number of blocks along x is ceil() of a quotient of integers, which is rounded down before
// EXPECT test: 3.3/n=10
// EXPECT cause: ceil() is given a quotient of integers here
// EXPECT todo: 3.3

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

#include <math.h>

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || y == 0 || z == 0) return;
    if (x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    int p = z * n * n + y * n + x;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] +
             c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    const int bx = 32, by = 4, bz = 2;
    dim3 block(bx, by, bz);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    int gx = (int)ceil(n / bx);
    int gy = (int)ceil(n / (double)by);
    int gz = (int)ceil(n / (double)bz);
    dim3 grid(gx, gy, gz);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
