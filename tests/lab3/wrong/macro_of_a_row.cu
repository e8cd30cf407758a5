// WRONG: the macro has no parentheses: of ROW(i * n + j) only j is multiplied
// EXPECT test: 3.2/n=7
// EXPECT cause: The text of the macro `ROW` has no parentheses
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#define ROW(r) r *n // <-- HERE

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): the sample of this thread
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s > 0 && s < n - 1) df[s] = (f[s + 1] - f[s - 1]) / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): a thread for each sample
    derivative_kernel<<<ceil_div(n, 128), 128>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: the point of this thread
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || j < 1 || k < 1 || i > n - 2 || j > n - 2 || k > n - 2) return;
    const int centre = ROW(i * n + j) + k;
    const int low = centre - n, high = centre + n;
    float sum = c.c[0] * in[centre];
    sum += c.c[1] * in[centre - 1] + c.c[2] * in[centre + 1];
    sum += c.c[3] * in[low] + c.c[4] * in[high];
    sum += c.c[5] * in[centre - n * n] + c.c[6] * in[centre + n * n];
    out[centre] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: rows of 32
    dim3 block(32, 4, 2);
    // end 3.4
    // TODO 3.3: enough blocks
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
