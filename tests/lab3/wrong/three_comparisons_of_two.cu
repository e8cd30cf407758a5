// WRONG: the guard is written as a chain, 0 < i < n - 1, which C++ reads as (0 < i) < n - 1 and which is true for every thread from n = 3 on, so boundary points are overwritten and memory outside the arrays is accessed.
// EXPECT test: 3.2/n=1
// EXPECT cause: In `0 < i < n - 1` the first comparison comes out as 0 or 1
// EXPECT todo: 3.2
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    bool first = id == 0;
    bool last_or_past = id + 1 >= n;
    if (!first && !last_or_past) {
        float rise = f[id + 1] - f[id - 1];
        df[id] = rise / (h + h);
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    dim3 threads(192);
    dim3 blocks((n + threads.x - 1) / threads.x);
    derivative_kernel<<<blocks, threads>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

struct Neighbours {
    float low, high;
};

__device__ Neighbours beside(const float *p, int distance) {
    return {p[-distance], p[distance]};
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    bool interior = (0 < i < n - 1) && (0 < j < n - 1) && (0 < k < n - 1); // <-- HERE
    if (!interior) return;
    int at = n * (n * i + j) + k;
    Neighbours x = beside(in + at, 1), y = beside(in + at, n), z = beside(in + at, n * n);
    out[at] = c.c[0] * in[at] + c.c[1] * x.low + c.c[2] * x.high + c.c[3] * y.low + c.c[4] * y.high +
              c.c[5] * z.low + c.c[6] * z.high;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(32, 8, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
