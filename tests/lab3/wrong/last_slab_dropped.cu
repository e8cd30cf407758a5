// WRONG: the number of launches is rounded down: the planes of the last slab are left out
// EXPECT test: 3.3/n=258..262
// EXPECT cause: The division in this line drops what is left over
// EXPECT todo: 3.3

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    const int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx >= 1 && idx < n - 1) {
        df[idx] = (f[idx + 1] - f[idx - 1]) / (2 * h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<(n + 127) / 128, 128>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

enum { SLAB = 64 }; // planes for each launch

// computes the planes z0 .. z0 + SLAB - 1
__global__ void stencil_kernel(const float *in, float *out, int n, int z0, StencilCoefficients c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = z0 + blockIdx.z;
    if (x < 1 || y < 1 || z < 1) return;
    if (x > n - 2 || y > n - 2 || z > n - 2) return;
    auto at = [=](int dz, int dy, int dx) { return in[((z + dz) * n + y + dy) * n + x + dx]; };
    out[(z * n + y) * n + x] = c.c[0] * at(0, 0, 0) + c.c[1] * at(0, 0, -1) + c.c[2] * at(0, 0, 1) +
                               c.c[3] * at(0, -1, 0) + c.c[4] * at(0, 1, 0) + c.c[5] * at(-1, 0, 0) +
                               c.c[6] * at(1, 0, 0);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), SLAB);
    int slabs = n > SLAB ? n / SLAB : 1; // <-- HERE
    for (int s = 0; s < slabs; s++)
        stencil_kernel<<<grid, block>>>(in, out, n, s * SLAB, c);
    CUDA_CHECK(cudaGetLastError());
}
