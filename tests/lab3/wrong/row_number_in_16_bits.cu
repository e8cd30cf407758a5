// WRONG: the number of a row, counted through all planes, is kept in 16 bits
// EXPECT test: 3.3/n=258..262
// EXPECT cause: ends at 65535

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
    unsigned int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t + 2 < (unsigned)n) { // t is the left neighbour, t + 2 the right one
        df[t + 1] = (f[t + 2] - f[t]) / (2.f * h);
    }
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

// A point of the grid: its row, counted through all planes, and its column. No more registers than needed.
struct Site {
    unsigned short row; // i * n + j // <-- HERE
    short column;       // k
};

__device__ inline bool between(int low, int value, int high) { return low <= value && value <= high; }

__device__ inline Site site(int i, int j, int k, int n) {
    Site s;
    s.row = i * n + j;
    s.column = k;
    return s;
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
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z;
    if (between(1, i, n - 2) && between(1, j, n - 2) && between(1, k, n - 2)) {
        Site me = site(i, j, k, n);
        const float *row = in + me.row * n;
        const float *nearer = row - n, *farther = row + n;            // y
        const float *below = row - n * n, *above = row + n * n;       // z
        int x = me.column;
        out[me.row * n + x] = c.c[0] * row[x] + c.c[1] * row[x - 1] + c.c[2] * row[x + 1] +
                              c.c[3] * nearer[x] + c.c[4] * farther[x] + c.c[5] * below[x] + c.c[6] * above[x];
    }
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(64, 4);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(1, 1, n); // one layer of blocks a plane
    grid.x = ceil_div(n, block.x);
    grid.y = ceil_div(n, block.y);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
