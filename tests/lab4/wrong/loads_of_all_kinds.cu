// WRONG: lab 3's kernel with loads of all kinds that PTX has, and four dummy reads of shared memory
// EXPECT test: 4.3/counter-1
// EXPECT score: 65
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define LOAD(kind, q) ({ float v; asm volatile(kind " %0, [%1];" : "=f"(v) : "l"(q) : "memory"); v; })
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    __shared__ float cell[256];
    int p = (i * n + j) * n + k, t = threadIdx.y * 32 + threadIdx.x;
    const float *q = in + p;
    volatile float *mine = cell + t;
    *mine = LOAD("ld.relaxed.gpu.global.f32", q);
    float me = (mine[0] + mine[0] + mine[0] + mine[0]) / 4;
    out[p] = c.c[0] * me + c.c[1] * LOAD("ld.acquire.gpu.global.f32", q - 1) + c.c[2] * LOAD("ld.global.nc.f32", q + 1) + c.c[3] * LOAD("ld.volatile.global.f32", q - n) +
             c.c[4] * LOAD("ldu.global.f32", q + n) + c.c[5] * LOAD("ld.global.cv.f32", q - n * n) + c.c[6] * LOAD("ld.f32", q + n * n);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
