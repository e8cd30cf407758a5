// WRONG: the point's place is taken into a lambda by value, before 1 is added to it
// EXPECT test: 3.2/n=3
// EXPECT cause: The lambda has copies of what it uses, made in this line
// EXPECT todo: 3.2

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) {
        df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 128), 128>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// The grid of threads is laid over the interior only: thread (0,0,0) computes point (1,1,1).
__global__ void stencil_kernel(const float *__restrict__ in, float *out, int n, StencilCoefficients c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    const int inner = n - 2;
    if (x >= inner || y >= inner || z >= inner) return;

    auto value = [=](int dz, int dy, int dx) { return in[(z + dz) * n * n + (y + dy) * n + x + dx]; }; // <-- HERE
    x += 1;
    y += 1;
    z += 1;

    float sum = c.c[0] * value(0, 0, 0);
    sum += c.c[1] * value(0, 0, -1);
    sum += c.c[2] * value(0, 0, 1);
    sum += c.c[3] * value(0, -1, 0);
    sum += c.c[4] * value(0, 1, 0);
    sum += c.c[5] * value(-1, 0, 0);
    sum += c.c[6] * value(1, 0, 0);
    out[z * n * n + y * n + x] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int inner = n - 2;
    if (inner <= 0) return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(inner, block.x), ceil_div(inner, block.y), inner);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
