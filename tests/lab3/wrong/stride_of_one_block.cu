// WRONG: the stride of a grid-stride loop is that of one block, set in a helper
// EXPECT test: 3.1/n=66000..90000
// EXPECT cause: `w.step` gets its value in this line, and that is not what belongs there

// Lab 3: the basic 3D stencil, one thread a grid point.

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// where a thread starts, and how far it jumps each time
struct Walk {
    int begin;
    int step;
};

__device__ Walk my_walk() {
    Walk w;
    w.begin = blockIdx.x * blockDim.x + threadIdx.x;
    w.step = blockDim.x; // <-- HERE
    return w;
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    // grid-stride loop, so it is right for any number of blocks
    const Walk w = my_walk();
    for (int s = w.begin; s < n; s += w.step) {
        if (s == 0 || s == n - 1) continue; // only one neighbour
        df[s] = (f[s + 1] - f[s - 1]) / (h + h);
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    const int threads = 128;
    derivative_kernel<<<ceil_div(n, threads), threads>>>(f, df, n, h);
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
    const int k = threadIdx.x + blockIdx.x * blockDim.x;
    const int j = threadIdx.y + blockIdx.y * blockDim.y;
    const int i = threadIdx.z + blockIdx.z * blockDim.z;
    auto inside = [n](int a) { return a >= 1 && a <= n - 2; };
    auto at = [=](int z, int y, int x) { return in[z * n * n + y * n + x]; };
    if (inside(i) && inside(j) && inside(k))
        out[i * n * n + j * n + k] = c.c[0] * at(i, j, k) + c.c[1] * at(i, j, k - 1) + c.c[2] * at(i, j, k + 1) +
                                     c.c[3] * at(i, j - 1, k) + c.c[4] * at(i, j + 1, k) +
                                     c.c[5] * at(i - 1, j, k) + c.c[6] * at(i + 1, j, k);
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(64, 4, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(ceil_div(n, 64), ceil_div(n, 4), n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
