// WRONG: a helper counts the threads from the first interior point on, and the kernel from point 0
// EXPECT test: 3.3/n=10
// EXPECT cause: There is no thread for them

// Lab 3: the basic 3D stencil, one thread a grid point.

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

constexpr int SAMPLES = 512; // threads of a block of the warm-up

struct Point {
    int x, y, z;
};

__device__ Point my_point() {
    Point p;
    p.x = threadIdx.x + blockIdx.x * blockDim.x;
    p.y = threadIdx.y + blockIdx.y * blockDim.y;
    p.z = threadIdx.z + blockIdx.z * blockDim.z;
    return p;
}

// The grid of blocks for a cube of points.
static dim3 blocks_for_cube(int n, dim3 block) {
    const int needed = n - 2; // threads along one axis: the boundary needs none
    return dim3(ceil_div(needed, block.x), ceil_div(needed, block.y), ceil_div(needed, block.z)); // <-- HERE
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    const int i = my_point().x;
    if (0 < i && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2.f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    int blocks = n / SAMPLES;
    if (n % SAMPLES) ++blocks;
    derivative_kernel<<<blocks, SAMPLES>>>(f, df, n, h);
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
    const Point p = my_point();
    const int lowest = min(p.x, min(p.y, p.z)), highest = max(p.x, max(p.y, p.z));
    if (lowest < 1 || highest > n - 2) return;
    const int plane = n * n, q = p.z * plane + p.y * n + p.x;
    out[q] = c.c[0] * in[q]                                   //
             + c.c[1] * in[q - 1] + c.c[2] * in[q + 1]        // left, right
             + c.c[3] * in[q - n] + c.c[4] * in[q + n]        // the rows
             + c.c[5] * in[q - plane] + c.c[6] * in[q + plane]; // the planes
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // only boundary
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(64, 2, 2);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid = blocks_for_cube(n, block);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
