// WRONG: the slabs that are launched one after the other do not overlap, so the last plane of each slab and the first plane of the next are computed by neither.
// EXPECT test: 3.3/n=33
// EXPECT cause: the first and the last plane of a part are not computed
// EXPECT todo: 3.3
#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

enum { SLAB = 32 }; // planes that one launch gets to see

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) return;
    if (i + 1 >= n) return;
    const float *at = f + i;
    df[i] = (at[1] - at[-1]) / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    int threads = 128;
    derivative_kernel<<<n / threads + 1, threads>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// A slab of `planes` planes of n x n points. Its first and its last plane are not computed.
__global__ void slab_kernel(const float *in, float *out, int n, int planes, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (k < 1 || k >= n - 1) return;
    if (j < 1 || j >= n - 1) return;
    if (i < 1 || i >= planes - 1) return;
    int plane = n * n;
    int p = i * plane + j * n + k;
    out[p] = c.c[0] * in[p]
           + c.c[1] * in[p - 1]     + c.c[2] * in[p + 1]
           + c.c[3] * in[p - n]     + c.c[4] * in[p + n]
           + c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(32, 8, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), SLAB);
    for (int z0 = 0; z0 < n; z0 += SLAB) { // <-- HERE
        int planes = n - z0 < SLAB ? n - z0 : SLAB;
        size_t skipped = (size_t)z0 * n * n;
        slab_kernel<<<grid, block>>>(in + skipped, out + skipped, n, planes, c);
    }
    // end 3.3
    CUDA_CHECK(cudaGetLastError());
}
