// WRONG: `auto sum = 0` makes the accumulator an int, so the sum loses its fraction at each of the seven additions and every interior point is a whole number.
// EXPECT test: 3.2/n=1
// EXPECT cause: `sum` is declared here, as a whole number
// EXPECT todo: 3.2
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    // Any number of threads will do: each goes on to the sample that is a whole grid further.
    const int all = gridDim.x * blockDim.x;
    for (int s = blockIdx.x * blockDim.x + threadIdx.x; s < n; s += all) {
        if (s == 0 || s == n - 1) continue;
        df[s] = (f[s + 1] - f[s - 1]) / (2.0f * h);
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<n / 128 + 1, 128>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int last = n - 2;
    if (min(min(i, j), k) < 1 || max(max(i, j), k) > last) return;

    const int center = i * n * n + j * n + k;
    const int offset[7] = {0, -1, +1, -n, +n, -n * n, +n * n};
    auto sum = 0; // <-- HERE
#pragma unroll
    for (int m = 0; m < 7; ++m) sum += c.c[m] * in[center + offset[m]];
    out[center] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(128, 2, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid((n + 127) / 128, (n + 1) / 2, n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
