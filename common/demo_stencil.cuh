// Stencil kernels that the tables of labs 3 to 7 set beside the student's own: one thread a point with any
// block, and a march along z that shares nothing.
#ifndef WARPBOOK_DEMO_STENCIL_CUH
#define WARPBOOK_DEMO_STENCIL_CUH

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// Is 1 <= place <= n - 2?
__device__ static inline bool demo_inner(int place, int n) {
    return place >= 1 && place + 1 < n;
}

// Distances of neighbours in x, y and z.
struct DemoSteps {
    size_t x, y, z;
};

__global__ static void demo_basic_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y,
              z = threadIdx.z + blockIdx.z * blockDim.z;
    if (!demo_inner(x, n) || !demo_inner(y, n) || !demo_inner(z, n)) return;
    const DemoSteps s = {1, (size_t)n, (size_t)n * n};
    const float *at = in + z * s.z + y * s.y + x * s.x;
    out[at - in] = c.c[0] * *at + c.c[1] * *(at - s.x) + c.c[2] * *(at + s.x) + c.c[3] * *(at - s.y) +
                   c.c[4] * *(at + s.y) + c.c[5] * *(at - s.z) + c.c[6] * *(at + s.z);
}

static inline void demo_basic(const float *in, float *out, int n, StencilCoefficients c, dim3 block) {
    const dim3 blocks(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    demo_basic_kernel<<<blocks, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// A thread computes `planes` points of its column. It keeps the three values of the column in registers; the
// four beside it come from `in`, that is mostly from the cache.
__global__ static void demo_march_kernel(const float *in, float *out, int n, StencilCoefficients c,
                                         int planes) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (!demo_inner(x, n) || !demo_inner(y, n)) return; // no barrier follows
    const int first = blockIdx.z * planes + 1, end = min(first + planes, n - 1);
    const size_t plane = (size_t)n * n;
    size_t p = first * plane + (size_t)y * n + x;
    float below = in[p - plane], here = in[p];
    for (int z = first; z < end; ++z, p += plane) {
        const float above = in[p + plane];
        out[p] = c.c[0] * here + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                 c.c[4] * in[p + n] + c.c[5] * below + c.c[6] * above;
        below = here;
        here = above;
    }
}

static inline void demo_march(const float *in, float *out, int n, StencilCoefficients c, int planes) {
    if (n < 3) return;
    const dim3 block(32, 8), blocks(ceil_div(n, 32), ceil_div(n, 8), ceil_div(n - 2, planes));
    demo_march_kernel<<<blocks, block>>>(in, out, n, c, planes);
    CUDA_CHECK(cudaGetLastError());
}

// The same with four points in x for each thread, loaded as one float4. n must be a multiple of 4, so that
// rows begin where a float4 may.
__global__ static void demo_march4_kernel(const float *in, float *out, int n, StencilCoefficients c,
                                          int planes) {
    const int x = 4 * (threadIdx.x + blockIdx.x * blockDim.x); // the first of this thread's four points
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (!demo_inner(y, n) || x + 4 > n) return;
    const int first = blockIdx.z * planes + 1, end = min(first + planes, n - 1);
    const size_t plane = (size_t)n * n;
    size_t p = first * plane + (size_t)y * n + x;
    float4 below = *(const float4 *)(in + p - plane), here = *(const float4 *)(in + p);
    for (int z = first; z < end; ++z, p += plane) {
        const float4 above = *(const float4 *)(in + p + plane);
        const float4 low = *(const float4 *)(in + p - n), high = *(const float4 *)(in + p + n); // y-1, y+1
        const float row[6] = {x > 0 ? in[p - 1] : 0.0f,    here.x, here.y, here.z, here.w,
                              x + 4 < n ? in[p + 4] : 0.0f};
        const float others[4][4] = {{low.x, high.x, below.x, above.x},
                                    {low.y, high.y, below.y, above.y},
                                    {low.z, high.z, below.z, above.z},
                                    {low.w, high.w, below.w, above.w}};
        for (int m = 0; m < 4; ++m)
            if (demo_inner(x + m, n))
                out[p + m] = c.c[0] * row[m + 1] + c.c[1] * row[m] + c.c[2] * row[m + 2] +
                             c.c[3] * others[m][0] + c.c[4] * others[m][1] + c.c[5] * others[m][2] +
                             c.c[6] * others[m][3];
        below = here;
        here = above;
    }
}

static inline void demo_march4(const float *in, float *out, int n, StencilCoefficients c, int planes) {
    if (n < 3) return;
    const dim3 block(32, 4), blocks(ceil_div(n / 4, 32), ceil_div(n, 4), ceil_div(n - 2, planes));
    demo_march4_kernel<<<blocks, block>>>(in, out, n, c, planes);
    CUDA_CHECK(cudaGetLastError());
}

#endif
