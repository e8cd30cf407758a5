// WRONG: the loop goes on by the threads of one block, which a helper returns
// EXPECT test: 3.1/n=66000..90000
// EXPECT cause: goes on by the number of threads of its own block

// Lab 3: the basic 3D stencil, one thread a grid point.

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

#define THREADS 256

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

static __device__ int pace() { return (int)blockDim.x; } // <-- HERE
static __device__ int me() { return blockDim.x * blockIdx.x + threadIdx.x; }
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    // I learned grid-stride loops in another course: the kernel is then right with any number of blocks.
    const int step = pace();
    int i = me();
    while (i < n) {
        if (i > 0 && i + 1 < n) {
            const float rise = f[i + 1] - f[i - 1];
            df[i] = rise / (h + h);
        }
        i += step;
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    derivative_kernel<<<ceil_div(n, THREADS), THREADS>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    // seven products to out.
    //     int k = ...                   // x, range [0, n), and past it in the last blocks
    //     int j = ...                   // y, likewise
    //     int i = ...                   // z, likewise
    //   Expected: every interior point (1 .. n-2 in each axis) holds the stencil; boundary points keep what
    //   they held. The launch below, one block of 8 x 8 x 8, is enough for the tests of 3.2 (n <= 8).
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (k == 0 || j == 0 || i == 0) return;
    if (k >= n - 1 || j >= n - 1 || i >= n - 1) return;

    const float *here = in + (i * n + j) * n + k;
    const float *w = c.c; // walks through the coefficients
    float sum = *w++ * *here;
    const int jumps[3] = {1, n, n * n};
    for (int axis = 0; axis < 3; ++axis) {
        sum += *w++ * *(here - jumps[axis]);
        sum += *w++ * *(here + jumps[axis]);
    }
    out[here - in] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(32, THREADS / 32);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
