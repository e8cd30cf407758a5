// WRONG: a helper cuts the blocks off at 65535, and large sizes alone are short of some
// EXPECT withheld: 2
// EXPECT score: 100
// EXPECT says: so 16776960 threads for

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

constexpr int THREADS = 256;

// How many blocks of THREADS threads it takes to give each of `count` samples a thread.
static int blocks_for(int count) {
    const int blocks = (count + THREADS - 1) / THREADS;
    return blocks < 65535 ? blocks : 65535; // a grid cannot have more
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    const int i = threadIdx.x + THREADS * blockIdx.x;
    if (0 < i && i + 1 < n)
        df[i] = 0.5f / h * (f[i + 1] - f[i - 1]);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    derivative_kernel<<<blocks_for(n), THREADS>>>(f, df, n, h);
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
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    auto inner = [n](int v) { return v > 0 && v < n - 1; };
    if (!(inner(i) && inner(j) && inner(k))) return;
    auto at = [=](int dz, int dy, int dx) { return in[((i + dz) * n + (j + dy)) * n + (k + dx)]; };
    out[(i * n + j) * n + k] = c.c[0] * at(0, 0, 0)
                             + c.c[1] * at(0, 0, -1) + c.c[2] * at(0, 0, 1)
                             + c.c[3] * at(0, -1, 0) + c.c[4] * at(0, 1, 0)
                             + c.c[5] * at(-1, 0, 0) + c.c[6] * at(1, 0, 0);
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(32, 4, 2);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    auto up = [n](unsigned b) { return (n + b - 1) / b; };
    dim3 grid(up(block.x), up(block.y), up(block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
