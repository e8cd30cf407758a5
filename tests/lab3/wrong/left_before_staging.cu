// WRONG: the threads of f[0] and f[n-1] leave before they have put their sample into shared memory, so df[1] and df[n-2] are computed from cells that nobody filled.
// EXPECT test: 3.1/n=1
// EXPECT cause: It has left the kernel at this line, and fills nothing
// EXPECT todo: 3.1
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { SAMPLES = 128 }; // of a block

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    __shared__ float part[SAMPLES + 2]; // the block's samples, and one more at each side
    int t = threadIdx.x + 1;            // my place in it
    int i = blockIdx.x * SAMPLES + threadIdx.x;
    if (i == 0 || i >= n - 1) return; // <-- HERE
    part[t] = f[i];
    if (t == 1) part[0] = f[i - 1];
    if (t == SAMPLES) part[SAMPLES + 1] = f[i + 1];
    __syncthreads();
    df[i] = (part[t + 1] - part[t - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<(n + SAMPLES - 1) / SAMPLES, SAMPLES>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

__device__ bool on_rim(int place, int n) {
    return place <= 0 || place >= n - 1;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    int k = threadIdx.x + blockDim.x * blockIdx.x;
    int j = threadIdx.y + blockDim.y * blockIdx.y;
    int i = threadIdx.z + blockDim.z * blockIdx.z;
    if (on_rim(k, n) || on_rim(j, n) || on_rim(i, n)) return;
    const float *row = in + (i * n + j) * n;
    const float *front = row - n, *back = row + n;
    const float *down = row - n * n, *up = row + n * n;
    out[(i * n + j) * n + k] = c.c[0] * row[k] + c.c[1] * row[k - 1] + c.c[2] * row[k + 1] + c.c[3] * front[k] +
                               c.c[4] * back[k] + c.c[5] * down[k] + c.c[6] * up[k];
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(32, 4, 2);
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
