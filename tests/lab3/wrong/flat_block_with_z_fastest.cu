// WRONG: the threads of a flat block of 4 x 4 x 16 follow each other along z
// EXPECT score: 80
// EXPECT cause: threadIdx.x goes into z here

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
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i <= 0 || i >= n - 1) return;
    const float *left = f + i - 1;
    df[i] = (left[2] - left[0]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    int per_block = 192;
    derivative_kernel<<<ceil_div(n, per_block), per_block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// A block is a box of the grid, its threads are numbered through.
#define BOX_X 32
#define BOX_Y 4
#define BOX_Z 2
#define BOX_ALL (BOX_X * BOX_Y * BOX_Z)

struct Place {
    int i, j, k;
};

// Where in its box thread t works: each place of the box once.
__device__ Place place_in_box(int t) {
    return {t % BOX_Z, t / BOX_Z % BOX_Y, t / (BOX_Z * BOX_Y)}; // <-- HERE
}

__device__ bool is_boundary(const Place &p, int n) {
    return p.i < 1 || p.j < 1 || p.k < 1 || p.i > n - 2 || p.j > n - 2 || p.k > n - 2;
}

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
    Place p = place_in_box(threadIdx.x);
    p.k += blockIdx.x * BOX_X;
    p.j += blockIdx.y * BOX_Y;
    p.i += blockIdx.z * BOX_Z;
    if (is_boundary(p, n)) return;

    int me = p.i * n * n + p.j * n + p.k;
    int step[3] = {1, n, n * n}; // x, y, z
    float sum = c.c[0] * in[me];
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
        sum += c.c[2 * axis + 1] * in[me - step[axis]];
        sum += c.c[2 * axis + 2] * in[me + step[axis]];
    }
    out[me] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(BOX_ALL);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(ceil_div(n, BOX_X), ceil_div(n, BOX_Y), ceil_div(n, BOX_Z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
