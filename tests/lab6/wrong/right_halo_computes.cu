// WRONG: the right column of the halo computes, too
// EXPECT test: 6.1/n=33
// EXPECT cause: `1` in this line is not what belongs there

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TILE_X = 32, TILE_Y = 16, INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2, DEPTH = 62 };

struct Range {
    int low, high; // both belong to it
    __device__ bool has(int a) const { return low <= a && a <= high; }
};

__device__ float point_or_zero(const float *in, int n, int i, int j, int k) {
    const Range all = {0, n - 1};
    return all.has(i) && all.has(j) && all.has(k) ? in[(i * n + j) * n + k] : 0.0f;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    const int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    const Range columns = {1, TILE_X - 1}, rows = {1, INNER_Y}, interior = {1, n - 2}; // <-- HERE
    const bool computes = columns.has(x) && rows.has(y) && interior.has(k) && interior.has(j); // <-- HERE
    float previous = point_or_zero(in, n, first - 1, j, k);
    float current = point_or_zero(in, n, first, j, k);
    for (int i = first; i != end; ++i) {
        const float next = point_or_zero(in, n, i + 1, j, k);
        plane[y][x] = current;
        __syncthreads();
        if (computes)
            out[(i * n + j) * n + k] = c.c[0] * current + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] +
                                       c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] + c.c[5] * previous +
                                       c.c[6] * next;
        __syncthreads();
        previous = current;
        current = next;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE_X, TILE_Y);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
