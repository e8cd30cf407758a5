// WRONG: the launch has block and grid in the wrong order; at small sizes that goes well
// EXPECT test: 3.3/n=258..262
// EXPECT pass: 3.2/n=3
// EXPECT check: launch
// EXPECT cause: stand in each other's place
// EXPECT line: HERE

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    int last = n - 2;
    if (x < 1 || y < 1 || z < 1 || x > last || y > last || z > last) return;
    const float *here = in + (z * n + y) * n + x;
    float r = c.c[0] * *here;
    r += c.c[1] * here[-1] + c.c[2] * here[1];
    r += c.c[3] * here[-n] + c.c[4] * here[n];
    r += c.c[5] * here[-n * n] + c.c[6] * here[n * n];
    out[(z * n + y) * n + x] = r;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 threads(32, 8, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 blocks(ceil_div(n, threads.x), ceil_div(n, threads.y), ceil_div(n, threads.z));
    // end 3.3
    stencil_kernel<<<threads, blocks>>>(in, out, n, c); // <-- HERE
    CUDA_CHECK(cudaGetLastError());
}
