// WRONG: rows and planes are of the template's type, a float, and so is the index
// EXPECT test: 3.3/n=258..262
// EXPECT cause: makes a whole number of a float

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
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int left = i - 1, right = i + 1;
    if (left >= 0 && right < n) df[i] = (f[right] - f[left]) / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    //   Expected: right for every n, be it 1 or 258, two more than a block of 256.
    dim3 block(512), grid((n + block.x - 1) / block.x);
    derivative_kernel<<<grid, block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// A cube of n x n x n values of type T that can be asked for a point: v(z, y, x).
template <typename T>
struct Volume {
    const T *cells;
    T row, plane; // distance of neighbours in y and in z

    __device__ Volume(const T *cells, int n) : cells(cells), row(n), plane(n * n) {}
    __device__ int index(int i, int j, int k) const { return i * plane + j * row + k; } // <-- HERE
    __device__ T operator()(int i, int j, int k) const { return cells[index(i, j, k)]; }
};

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
    if (min(i, min(j, k)) < 1 || max(i, max(j, k)) > n - 2) return;

    Volume<float> v(in, n);
    out[v.index(i, j, k)] = c.c[0] * v(i, j, k)                                   //
                            + c.c[1] * v(i, j, k - 1) + c.c[2] * v(i, j, k + 1)   // along x
                            + c.c[3] * v(i, j - 1, k) + c.c[4] * v(i, j + 1, k)   // along y
                            + c.c[5] * v(i - 1, j, k) + c.c[6] * v(i + 1, j, k);  // along z
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    //   Expected: few excess sectors for 32 points, at odd n too (the handout has the bounds). A block may have
    //   1024 threads, and 64 of them in z.
    constexpr int bx = 32, by = 8, bz = 1;
    dim3 block(bx, by, bz);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    //   Expected: right for every n, prime ones too; no point is left out when n is no multiple of the block.
    auto blocks = [n](int size) { return (n - 1) / size + 1; };
    dim3 grid(blocks(bx), blocks(by), blocks(bz));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
