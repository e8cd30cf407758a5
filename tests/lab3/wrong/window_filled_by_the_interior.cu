// WRONG: only interior samples are put into the shared window, so df[1] and df[n-2] read cells that nobody filled (f[0] and f[n-1]).
// EXPECT test: 3.1/n=1
// EXPECT cause: This line should fill it
// EXPECT todo: 3.1
#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

enum { WIDTH = 128 };

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    __shared__ float window[WIDTH + 2]; // the block's samples, one more on either side
    const int t = threadIdx.x;
    const int i = blockIdx.x * WIDTH + t;
    const bool interior = i >= 1 && i <= n - 2;

    if (interior) window[t + 1] = f[i]; // <-- HERE
    if (t == 0 && i > 0) window[0] = f[i - 1];
    if (t == WIDTH - 1 && i + 1 < n) window[WIDTH + 1] = f[i + 1];
    __syncthreads();

    if (interior) df[i] = (window[t + 2] - window[t]) / (h + h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<ceil_div(n, WIDTH), WIDTH>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

__device__ bool inside(int place, int n) {
    return 0 < place && place < n - 1;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    const int k = blockDim.x * blockIdx.x + threadIdx.x;
    const int j = blockDim.y * blockIdx.y + threadIdx.y;
    const int i = blockDim.z * blockIdx.z + threadIdx.z;
    if (inside(i, n) && inside(j, n) && inside(k, n)) {
        const int here = (i * n + j) * n + k;
        const int away[7] = {0, -1, 1, -n, n, -n * n, n * n};
        float sum = 0.0f;
        for (int m = 0; m < 7; ++m) sum += c.c[m] * in[here + away[m]];
        out[here] = sum;
    }
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(32, 4, 2);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid(ceil_div(n, 32), ceil_div(n, 4), ceil_div(n, 2));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
