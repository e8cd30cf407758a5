// WRONG: a helper takes the width of the launch for the length of a row
// EXPECT test: 3.2/n=3
// EXPECT cause: `gridDim.x * blockDim.x` in this line is not what belongs there

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// How the 3D field lies in memory.
struct Field {
    int row;   // from y to y+1
    int plane; // from z to z+1

    __device__ int at(int z, int y, int x) const { return z * plane + y * row + x; }
};

__device__ Field make_field(int n) {
    Field field;
    field.row = gridDim.x * blockDim.x; // <-- HERE
    field.plane = n * field.row;
    return field;
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    const bool two_neighbours = 0 < i && i + 1 < n;
    if (two_neighbours) df[i] = (f[i + 1] - f[i - 1]) / (2.f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    derivative_kernel<<<(n + 511) / 512, 512>>>(f, df, n, h);
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
    const int k = blockDim.x * blockIdx.x + threadIdx.x;
    const int j = blockDim.y * blockIdx.y + threadIdx.y;
    const int i = blockDim.z * blockIdx.z + threadIdx.z;

    if (k < 1 || k + 1 >= n) return;
    if (j < 1 || j + 1 >= n) return;
    if (i < 1 || i + 1 >= n) return;

    const Field field = make_field(n);
    out[field.at(i, j, k)] = c.c[0] * in[field.at(i, j, k)]       //
                             + c.c[1] * in[field.at(i, j, k - 1)] // left
                             + c.c[2] * in[field.at(i, j, k + 1)] // right
                             + c.c[3] * in[field.at(i, j - 1, k)] // front
                             + c.c[4] * in[field.at(i, j + 1, k)] // back
                             + c.c[5] * in[field.at(i - 1, j, k)] // below
                             + c.c[6] * in[field.at(i + 1, j, k)]; // above
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(32, 4, 1);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
