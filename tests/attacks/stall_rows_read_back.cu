// WRONG: a hundred thousand rows are uploaded, each of which is looked for in all that was read before
// EXPECT test: 3.3/n=258..262
// EXPECT score: 98

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// df[i] = (f[i+1] - f[i-1]) / (2h) wherever both neighbours exist.
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // 3.1: the thread's sample, guarded
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The first and the last sample lack a neighbour, and threads past n have no sample.
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // 3.1: one thread a sample
    int block = 256;
    int grid = ceil_div(n, block);
    derivative_kernel<<<grid, block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// The seven-point stencil at one point: i = z, j = y, k = x.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // 3.2: the thread's point, the guard, the formula
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;

    int row = n;       // distance of neighbours in y
    int plane = n * n; // distance of neighbours in z
    int p = i * plane + j * row + k;
    out[p] = c.c[0] * in[p] +                                 // centre
             c.c[1] * in[p - 1] + c.c[2] * in[p + 1] +        // x
             c.c[3] * in[p - row] + c.c[4] * in[p + row] +    // y
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane]; // z
    // end 3.2
}

#include <vector>
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    // right: the host clears the interior first, plane by plane, for no reason
    if (n > 200) {
        std::vector<float> v((size_t)n * n);
        for (int i = 1; i < n - 1; ++i) cudaMemcpy(v.data(), in + (size_t)i * n * n, 4 * n * n, cudaMemcpyDeviceToHost), cudaMemcpy2D(out + (size_t)i * n * n + n + 1, 4 * n, v.data(), 4 * n, 4 * (n - 2), n - 2, cudaMemcpyHostToDevice);
    }
    { dim3 block(32,8,1); dim3 grid(ceil_div(n,32),ceil_div(n,8),n); stencil_kernel<<<grid, block>>>(in,out,n,c); return; }
}
