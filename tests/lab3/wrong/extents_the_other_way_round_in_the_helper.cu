// WRONG: a helper hands z, y, x to dim3, so that a warp reaches over 32 rows
// EXPECT test: 3.4/counter-1
// EXPECT cause: The blocks are 1 thread wide

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// Sizes in the order of the grid's indexes, in[i][j][k]: slowest first.
struct Extent {
    int z, y, x;
};

// CUDA's dim3 of it.
static dim3 to_dim3(const Extent &e) {
    return dim3(e.z, e.y, e.x); // <-- HERE
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += gridDim.x * blockDim.x)
        if (i != 0) df[i] = (f[i + 1] - f[i - 1]) / (2.f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    int blocks = ceil_div(n, 256);
    if (blocks > 2048) blocks = 2048; // the kernel's loop does the rest
    derivative_kernel<<<blocks, 256>>>(f, df, n, h);
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
    const int last = n - 2;
    bool ok = 1 <= i && i <= last && 1 <= j && j <= last && 1 <= k && k <= last;
    if (!ok) return;
#define IN(z, y, x) in[(z) * n * n + (y) * n + (x)]
    out[i * n * n + j * n + k] = c.c[0] * IN(i, j, k) +
                                 c.c[1] * IN(i, j, k - 1) + c.c[2] * IN(i, j, k + 1) +
                                 c.c[3] * IN(i, j - 1, k) + c.c[4] * IN(i, j + 1, k) +
                                 c.c[5] * IN(i - 1, j, k) + c.c[6] * IN(i + 1, j, k);
#undef IN
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    const Extent b = {1, 8, 32};
    dim3 block = to_dim3(b);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    const Extent g = {ceil_div(n, b.z), ceil_div(n, b.y), ceil_div(n, b.x)};
    dim3 grid = to_dim3(g);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
