// WRONG: the ring's first two planes are put into slots 0 and 1 whatever their number is
// EXPECT test: 5.1/n=31
// EXPECT cause: but not all that its first step uses

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// Three planes in a ring. No plane is copied, and one barrier a step is enough: the slot that a step fills was read by
// neighbours two steps before.
#define TILE_X 32
#define TILE_Y 16
#define DEPTH 16

struct Ring {
    float plane[3][TILE_Y][TILE_X];
};

struct Column {
    const float *in;
    int n, j, k;
    __device__ float at(int i) const {
        if (i >= n || j >= n || k >= n) return 0;
        return in[(size_t)i * n * n + (size_t)j * n + k];
    }
};

__global__ void ring_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Ring ring;
    const int x = threadIdx.x, y = threadIdx.y;
    const Column column = {in, n, (int)blockIdx.y * (TILE_Y - 2) + y, (int)blockIdx.x * (TILE_X - 2) + x};
    const bool inner = x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1;
    const bool interior = column.j < n - 1 && column.k < n - 1;

    const int begin = 1 + blockIdx.z * DEPTH;
    const int end = begin + DEPTH < n - 1 ? begin + DEPTH : n - 1;
    ring.plane[0][y][x] = column.at(begin - 1), ring.plane[1][y][x] = column.at(begin); // <-- HERE

    for (int i = begin; i < end; ++i) {
        const int below = (i - 1) % 3, here = i % 3, above = (i + 1) % 3;
        ring.plane[above][y][x] = column.at(i + 1);
        __syncthreads();
        if (inner && interior) {
            float sum = c.c[5] * ring.plane[below][y][x] + c.c[6] * ring.plane[above][y][x];
            const auto &p = ring.plane[here];
            sum += c.c[3] * p[y - 1][x] + c.c[4] * p[y + 1][x];
            sum += c.c[1] * p[y][x - 1] + c.c[2] * p[y][x + 1];
            sum += c.c[0] * p[y][x];
            out[(size_t)i * n * n + (size_t)column.j * n + column.k] = sum;
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    ring_kernel<<<dim3(ceil_div(n - 2, TILE_X - 2), ceil_div(n - 2, TILE_Y - 2), ceil_div(n - 2, DEPTH)),
                  dim3(TILE_X, TILE_Y)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
