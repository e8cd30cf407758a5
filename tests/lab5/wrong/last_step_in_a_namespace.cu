// WRONG: the last step of each march loads no plane above; all kernels stand in a namespace without a name
// EXPECT test: 5.1/n=33
// EXPECT cause: The comparison `<` in this line is not the right one

// Lab 5: planes as a struct, the march in a device function
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

namespace {

constexpr int kTileX = 32;
constexpr int kTileY = 16;
constexpr int kDepth = 62;

struct Planes {
    float prev[kTileY][kTileX];
    float curr[kTileY][kTileX];
    float next[kTileY][kTileX];
};

struct Where {
    int k, j;       // point in the grid
    bool exists;    // the grid has it
    bool computes;  // and it is computed here
};

__device__ Where where(int n) {
    Where w;
    w.k = blockIdx.x * (kTileX - 2) + threadIdx.x;
    w.j = blockIdx.y * (kTileY - 2) + threadIdx.y;
    w.exists = w.k < n && w.j < n;
    bool rim = threadIdx.x == 0 || threadIdx.x == kTileX - 1 || threadIdx.y == 0 || threadIdx.y == kTileY - 1;
    w.computes = !rim && w.k < n - 1 && w.j < n - 1;
    return w;
}

__device__ float point(const float *in, int n, int z, const Where &w) {
    return w.exists ? in[(z * n + w.j) * n + w.k] : 0.0f;
}

__device__ float sum(const Planes &p, int x, int y, const StencilCoefficients &c) {
    return c.c[0] * p.curr[y][x] + c.c[1] * p.curr[y][x - 1] + c.c[2] * p.curr[y][x + 1] +
           c.c[3] * p.curr[y - 1][x] + c.c[4] * p.curr[y + 1][x] + c.c[5] * p.prev[y][x] + c.c[6] * p.next[y][x];
}

__global__ void kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Planes p;
    const int x = threadIdx.x, y = threadIdx.y;
    const Where w = where(n);
    const int z_begin = blockIdx.z * kDepth + 1;
    const int z_end = min(z_begin + kDepth, n - 1);

    p.prev[y][x] = point(in, n, z_begin - 1, w);
    p.curr[y][x] = point(in, n, z_begin, w);
    p.next[y][x] = point(in, n, z_begin + 1, w);
    __syncthreads();

    int z = z_begin;
    while (true) {
        if (w.computes) out[(z * n + w.j) * n + w.k] = sum(p, x, y, c);
        ++z;
        if (z >= z_end) break;
        __syncthreads();
        p.prev[y][x] = p.curr[y][x];
        p.curr[y][x] = p.next[y][x];
        if (z + 1 < z_end) p.next[y][x] = point(in, n, z + 1, w); // <-- HERE
        __syncthreads();
    }
}

} // namespace

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 block(kTileX, kTileY);
    const dim3 grid(ceil_div(n - 2, kTileX - 2), ceil_div(n - 2, kTileY - 2), ceil_div(n - 2, kDepth));
    kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
