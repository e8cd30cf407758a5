// WRONG: do ... while computes a plane before it asks whether there is one
// EXPECT test: 3.2/n=5
// EXPECT cause: does its work once before it asks anything

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

constexpr int PLANES = 4; // each thread does so many points, one above the other

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: df[1 .. n-2] hold the derivative; df[0] and df[n-1] keep what they held; nothing is read
    //   before f[0] or behind f[n-1], whatever n is.
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - 2 || i < 1) return;
    const float *p = f + i;
    df[i] = (p[1] - p[-1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    constexpr int threads = 256;
    derivative_kernel<<<(n + threads - 1) / threads, threads>>>(f, df, n, h);
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
    if (k < 1 || j < 1 || k > n - 2 || j > n - 2) return;

    // This thread's points: planes i .. end - 1, the first thread's begin at plane 1.
    int i = 1 + PLANES * (blockIdx.z * blockDim.z + threadIdx.z);
    const int end = min(i + PLANES, n - 1);
    const int plane = n * n;
    int p = i * plane + j * n + k;
    do { // <-- HERE
        out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                 c.c[4] * in[p + n] + c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
        p += plane;
    } while (++i < end);
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
    dim3 grid(ceil_div(n, 64), ceil_div(n, 4), ceil_div(n, PLANES));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
