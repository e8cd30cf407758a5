// WRONG: points are dealt out to the blocks in turn along x, so neighbouring lanes are gridDim.x floats apart; results are right, but accesses are not coalesced for n > 32.
// EXPECT score: 80
// EXPECT cause: This line multiplies threadIdx.x by `gridDim.x`

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i == 0 || i >= n - 1) return;
    float rise = f[i + 1] - f[i - 1];
    df[i] = rise / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    const int threads = 192;
    derivative_kernel<<<(n + threads - 1) / threads, threads>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    const int last = n - 2;
    const int i = blockIdx.z;
    const int j = threadIdx.y + blockIdx.y * blockDim.y;
    const int k = threadIdx.x * gridDim.x + blockIdx.x; // <-- HERE
    const bool skip = min(i, min(j, k)) < 1 || max(i, max(j, k)) > last;
    if (skip) return;

    const int centre = k + n * (j + n * i);
    const int step[3] = {1, n, n * n}; // to the neighbour in x, y, z
    float total = c.c[0] * in[centre];
    for (int axis = 0; axis < 3; ++axis) {
        total += c.c[2 * axis + 1] * in[centre - step[axis]];
        total += c.c[2 * axis + 2] * in[centre + step[axis]];
    }
    out[centre] = total;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(32, 8, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
