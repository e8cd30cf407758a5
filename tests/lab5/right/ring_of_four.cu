// RIGHT: planes in a ring of four tiles, one barrier a step; the next plane is loaded while this one is computed
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 64,
    TILE_Y = 18,
    ROWS = 3,
    DEPTH = 62,
    RESIDENT = 3,
};
enum { THREADS_Y = TILE_Y / ROWS, INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2 };

__global__ void __launch_bounds__(TILE_X *THREADS_Y, RESIDENT)
    stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    __shared__ float ring[4][TILE_Y][TILE_X]; // plane i of the grid in ring[i % 4]
    const int x = threadIdx.x, k = blockIdx.x * INNER_X + x, j0 = blockIdx.y * INNER_Y + threadIdx.y;
    const int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    const int plane = n * n;
    const float *from = in + (size_t)(first - 1) * plane + j0 * n + k;
    float *to = out + (size_t)first * plane + j0 * n + k;
    float ahead[ROWS];
    bool loads[ROWS], computes[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int y = threadIdx.y + r * THREADS_Y, j = blockIdx.y * INNER_Y + y;
        loads[r] = k < n && j < n;
        computes[r] = x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1 && k < n - 1 && j < n - 1;
        const float *p = from + r * THREADS_Y * n;
        if (loads[r]) {
            ring[(first - 1) & 3][y][x] = p[0];
            ring[first & 3][y][x] = p[plane];
            ahead[r] = p[2 * plane];
        }
    }
    from += 3 * plane;
#pragma unroll 4
    for (int i = first; i < end; ++i) {
        float(*const next)[TILE_X] = ring[(i + 1) & 3];
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            if (loads[r]) next[threadIdx.y + r * THREADS_Y][x] = ahead[r];
        if (i + 1 < end)
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                if (loads[r]) ahead[r] = from[r * THREADS_Y * n];
        __syncthreads();
        float(*const low)[TILE_X] = ring[(i - 1) & 3], (*const here)[TILE_X] = ring[i & 3];
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int y = threadIdx.y + r * THREADS_Y;
            if (computes[r])
                to[r * THREADS_Y * n] = c.c[0] * here[y][x] + c.c[1] * here[y][x - 1] + c.c[2] * here[y][x + 1] +
                                        c.c[3] * here[y - 1][x] + c.c[4] * here[y + 1][x] + c.c[5] * low[y][x] +
                                        c.c[6] * next[y][x];
        }
        from += plane;
        to += plane;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(TILE_X, THREADS_Y)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
