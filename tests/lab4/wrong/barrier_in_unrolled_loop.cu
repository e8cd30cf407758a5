// WRONG: the barrier stands in a loop of which threads make 11 or 12 rounds, which the compiler unrolls
// EXPECT test: 4.2/n=5
// EXPECT check: barrier
// EXPECT cause: it stands in the loop of line
// EXPECT todo: 4.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A block computes BX x BY x BZ points. The tile has one more on each side; all threads fill it together.
enum { BX = 30, BY = 6, BZ = 6 };
enum { HX = BX + 2, HY = BY + 2, HZ = BZ + 2, CELLS = HX * HY * HZ };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float s[HZ][HY][HX];
    const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY, z0 = blockIdx.z * BZ;
    const int tid = threadIdx.y * BX + threadIdx.x;

    for (int t = tid; t < CELLS; t += BX * BY) {
        int lz = t / (HX * HY), rest = t - lz * HX * HY;
        int ly = rest / HX, lx = rest - ly * HX;
        int gx = x0 + lx, gy = y0 + ly, gz = z0 + lz;
        if (gx < n && gy < n && gz < n) s[lz][ly][lx] = in[(gz * n + gy) * n + gx];
        __syncthreads(); // <-- HERE
    }

    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const int gx = x0 + lx, gy = y0 + ly;
    if (gx >= n - 1 || gy >= n - 1) return;
    for (int lz = 1; lz <= BZ && z0 + lz < n - 1; lz++) {
        float v = c.c[0] * s[lz][ly][lx];
        v += c.c[1] * s[lz][ly][lx - 1] + c.c[2] * s[lz][ly][lx + 1];
        v += c.c[3] * s[lz][ly - 1][lx] + c.c[4] * s[lz][ly + 1][lx];
        v += c.c[5] * s[lz - 1][ly][lx] + c.c[6] * s[lz + 1][ly][lx];
        out[((z0 + lz) * n + gy) * n + gx] = v;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(BX, BY, 1);
    dim3 grid(ceil_div(n - 2, BX), ceil_div(n - 2, BY), ceil_div(n - 2, BZ));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
