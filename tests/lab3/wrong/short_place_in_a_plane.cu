// WRONG: the place in a plane is a short, in the kernel for rows of up to 256 points
// EXPECT test: 3.3/n=80..180
// EXPECT cause: `short` in this line holds too little

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// Rows of up to 256: coordinates of 8 bits, and the place in a plane of 16 bits, with a sign.
__global__ void small_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    unsigned char k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    short q = j * n + k; // <-- HERE
    const float *a = in + (i - 1) * n * n, *b = in + i * n * n, *d = in + (i + 1) * n * n;
    out[i * n * n + q] = c.c[0] * b[q] + c.c[1] * b[q - 1] + c.c[2] * b[q + 1] + c.c[3] * b[q - n] + c.c[4] * b[q + n] +
                         c.c[5] * a[q] + c.c[6] * d[q];
}
__global__ void large_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int row = n, plane = n * n, p = i * plane + j * row + k;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - row] + c.c[4] * in[p + row] +
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    if (n <= 256)
        small_kernel<<<grid, block>>>(in, out, n, c);
    else
        large_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
