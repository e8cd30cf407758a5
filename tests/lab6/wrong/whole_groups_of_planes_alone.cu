// WRONG: the march does three planes a round, and nobody does the one or two that are left over
// EXPECT test: 6.1/n=31
// EXPECT cause: What is left over there is done by nobody

// Lab 6: the march is unrolled by three, so the three registers change their roles without being copied.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

namespace {
constexpr int kX = 32, kY = 16;
constexpr int kDepth = 60;
constexpr int kRoles = 3;
} // namespace

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float mid[kY][kX];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gx = (kX - 2) * blockIdx.x + tx;
    const int gy = (kY - 2) * blockIdx.y + ty;
    const int from = kDepth * blockIdx.z + 1;
    const int to = min(from + kDepth, n - 1); // exclusive

    auto index = [=](int gz) { return ((size_t)gz * n + gy) * n + gx; };
    auto load = [=](int gz) { return gx < n && gy < n ? in[index(gz)] : 0.0f; };
    const bool inTile = tx > 0 && tx < kX - 1 && ty > 0 && ty < kY - 1;
    const bool compute = inTile && gx < n - 1 && gy < n - 1;

    // z[(u + 0) % 3]: plane below, (u + 1) % 3: this plane, (u + 2) % 3: plane above
    float z[kRoles];
    z[0] = load(from - 1);
    z[1] = load(from);

    for (int base = from; base + kRoles <= to; base += kRoles) { // <-- HERE
#pragma unroll
        for (int u = 0; u < kRoles; ++u) {
            const int gz = base + u;
            const float below = z[u], here = z[(u + 1) % kRoles];
            const float above = z[(u + 2) % kRoles] = load(gz + 1);
            mid[ty][tx] = here;
            __syncthreads();
            if (compute) {
                out[index(gz)] = c.c[0] * here + c.c[1] * mid[ty][tx - 1] + c.c[2] * mid[ty][tx + 1] +
                                 c.c[3] * mid[ty - 1][tx] + c.c[4] * mid[ty + 1][tx] + c.c[5] * below +
                                 c.c[6] * above;
            }
            __syncthreads();
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 threads(kX, kY);
    dim3 blocks(ceil_div(n - 2, kX - 2), ceil_div(n - 2, kY - 2), ceil_div(n - 2, kDepth));
    stencil_kernel<<<blocks, threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
