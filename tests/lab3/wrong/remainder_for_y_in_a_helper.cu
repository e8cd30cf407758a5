// WRONG: a helper gives the remainder of a thread's number to y
// EXPECT score: 80
// EXPECT cause: threadIdx.x goes into y here

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// Flat blocks of 256 threads. They take a patch of 32 x 8 points in one plane.
constexpr int COLS = 32;
constexpr int ROWS = 8;

// where thread t sits in its patch: .x is the column, .y the row
__device__ int2 seat(int t) {
    return make_int2(t / ROWS, t % ROWS); // <-- HERE
}

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1; // sample 0 needs no thread
    if (i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
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
    int2 s = seat(threadIdx.x);
    int k = blockIdx.x * COLS + s.x;
    int j = blockIdx.y * ROWS + s.y;
    int i = blockIdx.z;
    bool boundary = k < 1 || j < 1 || i < 1 || k > n - 2 || j > n - 2 || i > n - 2;
    if (boundary) return;

    const float *mid = in + i * n * n + j * n;
    const float *front = mid - n, *back = mid + n;
    const float *low = mid - n * n, *high = mid + n * n;
    out[i * n * n + j * n + k] = c.c[0] * mid[k] + c.c[1] * mid[k - 1] + c.c[2] * mid[k + 1] + c.c[3] * front[k] +
                                 c.c[4] * back[k] + c.c[5] * low[k] + c.c[6] * high[k];
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    dim3 block(COLS * ROWS);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    dim3 grid(ceil_div(n, COLS), ceil_div(n, ROWS), n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
