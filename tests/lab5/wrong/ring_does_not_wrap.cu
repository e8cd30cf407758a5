// WRONG: the plane beside the ring's last one is looked for behind its end
// EXPECT score: 7
// EXPECT check: out-of-bounds
// EXPECT cause: goes on at its other end

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    W = 32,
    H = 32,
    DEPTH = 30,
    PLANE = W * H,     // cells of a plane
    RING = 3 * PLANE,  // cells of the ring
};

// The cell of the ring that lies `planes` planes above cell e (below, where it is negative).
__device__ int ring_step(int e, int planes) {
    int to = e + planes * PLANE;
    return to;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[RING];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * (W - 2) + x, j = blockIdx.y * (H - 2) + y;
    const int own = y * W + x;

    // Plane i of the grid lies in plane i % 3 of the ring.
    auto load = [&](int i) {
        float v = 0;
        if (i < n && j < n && k < n) v = in[((size_t)i * n + j) * n + k];
        ring[i % 3 * PLANE + own] = v;
    };

    const int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    const bool inside = x >= 1 && x < W - 1 && y >= 1 && y < H - 1 && j < n - 1 && k < n - 1;
    load(first - 1);
    load(first);
    for (int i = first; i < end; ++i) {
        load(i + 1); // over plane i-2, whose neighbours were needed two steps ago: one barrier is enough
        __syncthreads();
        if (!inside) continue;

        const int e = i % 3 * PLANE + own;
        const int where[7] = {e, e - 1, e + 1, e - W, e + W, ring_step(e, -1), ring_step(e, 1)};
        float sum = 0;
#pragma unroll
        for (int m = 0; m < 7; ++m) sum += c.c[m] * ring[where[m]];
        out[((size_t)i * n + j) * n + k] = sum;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n - 2, W - 2), ceil_div(n - 2, H - 2), ceil_div(n - 2, DEPTH)), dim3(W, H)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
