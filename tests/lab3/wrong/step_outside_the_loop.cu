// WRONG: the loop over the axes has no braces, so the step to the neighbours stays 1 and all three axes read the neighbours in x.
// EXPECT test: 3.2/n=1
// EXPECT cause: This statement does not belong to the loop
// EXPECT todo: 3.2
#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__device__ static float slope(const float *at, float h) {
    return (at[1] - at[-1]) / (h + h);
}

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int sample = blockIdx.x * blockDim.x + threadIdx.x;
    bool both = sample >= 1 && sample + 1 < n;
    if (both) df[sample] = slope(f + sample, h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    dim3 block(192);
    dim3 grid(ceil_div(n, block.x));
    derivative_kernel<<<grid, block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

__device__ static bool between(int place, int n) {
    return 0 < place && place < n - 1;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (!between(k, n) || !between(j, n) || !between(i, n)) return;

    int p = (i * n + j) * n + k;
    int step = 1; // to the neighbours in x, then y, then z
    float sum = c.c[0] * in[p];
    for (int axis = 0; axis < 3; ++axis)
        sum += c.c[2 * axis + 1] * in[p - step] + c.c[2 * axis + 2] * in[p + step];
        step *= n; // <-- HERE
    out[p] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(64, 4);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid;
    grid.x = ceil_div(n, block.x);
    grid.y = ceil_div(n, block.y);
    grid.z = ceil_div(n, block.z);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
