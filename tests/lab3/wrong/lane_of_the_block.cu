// WRONG: the lane is taken to be threadIdx.x, so only the first warp of a block fetches the neighbours beyond its ends; wrong derivatives at the ends of all other warps.
// EXPECT test: 3.1/n=34
// EXPECT cause: This line gives each thread a place from 0 to 127
// EXPECT todo: 3.1

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { SAMPLES = 128 }; // threads of a block of the warm-up

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    const int i = blockIdx.x * SAMPLES + threadIdx.x;
    const int lane = threadIdx.x; // <-- HERE
    const bool inside = i > 0 && i + 1 < n;

    // Each sample is loaded once and handed to the neighbours in the warp.
    const float mine = i < n ? f[i] : 0.0f;
    float before = __shfl_up_sync(0xffffffffu, mine, 1);
    float after = __shfl_down_sync(0xffffffffu, mine, 1);
    // The ends of a warp have no lane beside them.
    if (inside && lane == 0) before = f[i - 1];
    if (inside && lane == 31) after = f[i + 1];

    if (inside) df[i] = (after - before) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<ceil_div(n, SAMPLES), SAMPLES>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__device__ bool interior(int place, int n) {
    return 0 < place && place < n - 1;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (interior(k, n) && interior(j, n) && interior(i, n)) {
        const float *here = in + (i * n + j) * n + k;
        float sum = c.c[0] * here[0];
        sum += c.c[1] * here[-1] + c.c[2] * here[1];
        sum += c.c[3] * here[-n] + c.c[4] * here[n];
        sum += c.c[5] * here[-n * n] + c.c[6] * here[n * n];
        out[(i * n + j) * n + k] = sum;
    }
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
