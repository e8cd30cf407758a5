// WRONG: a point of unsigned numbers: at n = 1 the bound n - 2 is 4294967295
// EXPECT test: 3.2/n=1
// EXPECT cause: compared as unsigned numbers
// EXPECT todo: 3.2

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) {
        df[i] = (f[i + 1] - f[i - 1]) * (0.5f / h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

struct Point {
    unsigned i, j, k;
};

__device__ Point my_point() {
    Point p;
    p.k = blockIdx.x * blockDim.x + threadIdx.x;
    p.j = blockIdx.y * blockDim.y + threadIdx.y;
    p.i = blockIdx.z * blockDim.z + threadIdx.z;
    return p;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const Point q = my_point();
    if (q.k == 0 || q.j == 0 || q.i == 0) return;
    if (q.k > n - 2 || q.j > n - 2 || q.i > n - 2) return; // <-- HERE

    const size_t row = n, plane = row * row;
    const float *here = in + q.i * plane + q.j * row + q.k;
    out[q.i * plane + q.j * row + q.k] = c.c[0] * here[0] //
                                         + c.c[1] * *(here - 1) + c.c[2] * *(here + 1) //
                                         + c.c[3] * *(here - row) + c.c[4] * *(here + row) //
                                         + c.c[5] * *(here - plane) + c.c[6] * *(here + plane);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 4, 2);
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
