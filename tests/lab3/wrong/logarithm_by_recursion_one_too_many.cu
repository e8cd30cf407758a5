// WRONG: a recursive constant expression ends one step too late, and the grid has half of the blocks
// EXPECT test: 3.3/n=10
// EXPECT cause: is not what belongs there

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// Blocks are powers of two in each axis, so that dividing is shifting.
constexpr int BX = 32, BY = 8, BZ = 1;

constexpr int log2_of(int power) {
    return power < 1 ? 0 : 1 + log2_of(power / 2); // <-- HERE
}

// Pieces of 2^shift that cover n, the last one maybe not full.
constexpr int pieces(int n, int shift) {
    return (n + (1 << shift) - 1) >> shift;
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < 1) return;
    if (i + 2 > n) return;
    if (i + 1 == n) return;
    df[i] = (f[i + 1] - f[i - 1]) / (h + h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    derivative_kernel<<<ceil_div(n, 1024), 1024>>>(f, df, n, h);
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
    if (min(i, min(j, k)) == 0 || max(i, max(j, k)) >= n - 1) return;
    const int step[7] = {0, -1, 1, -n, n, -n * n, n * n}; // in the order of the coefficients
    const int p = k + n * (j + n * i);
    float sum = 0;
#pragma unroll
    for (int m = 0; m < 7; ++m) sum += c.c[m] * in[p + step[m]];
    out[p] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(BX, BY, BZ);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(pieces(n, log2_of(BX)), pieces(n, log2_of(BY)), pieces(n, log2_of(BZ)));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
