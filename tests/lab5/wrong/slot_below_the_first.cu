// WRONG: the slot before slot 0 is -1
// EXPECT test: 5.1/n=31
// EXPECT cause: may be below 0
// EXPECT todo: 5.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int TX = 32, TY = 16, DZ = 32;

// ring of three planes: plane number m of the march is in ring[m % 3]
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[3][TY][TX];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int k = blockIdx.x * (TX - 2) + tx;
    const int j = blockIdx.y * (TY - 2) + ty;
    const int z0 = blockIdx.z * DZ; // plane below the first one of this block
    const bool exists = k < n && j < n;
    const bool writes = tx > 0 && tx < TX - 1 && ty > 0 && ty < TY - 1 && k < n - 1 && j < n - 1;

    auto fetch = [&](int slot, int i) {
        ring[slot][ty][tx] = exists && i < n ? in[((size_t)i * n + j) * n + k] : 0.0f;
    };

    fetch(0, z0);
    fetch(1, z0 + 1);
    int cur = 1;
    for (int i = z0 + 1; i <= z0 + DZ && i < n - 1; i++) {
        int above = (cur + 1) % 3;
        int below = (cur - 1) % 3; // <-- HERE
        fetch(above, i + 1);
        __syncthreads();
        if (writes) {
            out[((size_t)i * n + j) * n + k] =
                c.c[0] * ring[cur][ty][tx] + c.c[1] * ring[cur][ty][tx - 1] + c.c[2] * ring[cur][ty][tx + 1] +
                c.c[3] * ring[cur][ty - 1][tx] + c.c[4] * ring[cur][ty + 1][tx] + c.c[5] * ring[below][ty][tx] +
                c.c[6] * ring[above][ty][tx];
        }
        __syncthreads();
        cur = above;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 block(TX, TY);
    const dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, DZ));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
