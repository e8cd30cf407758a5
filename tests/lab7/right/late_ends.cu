// RIGHT: a brick of two rows and four planes, but the ends of warps load their neighbours when they need them

#include "tests/lab7/pieces.cuh"
#include "tests/lab7/plain.cuh"

enum {
    BRICK_ROWS = 2,
    BRICK_PLANES = 4,
    LATE = 1, // 0: the ends are loaded with all others
};

#define AT(i, j) (((size_t)min(z + (i), n - 1) * n + min(y + (j), n - 1)) * n + x)

__device__ float end_of_warp(const float *__restrict__ in, size_t p, int x, int n, int lane) {
    bool left = lane == 0 && x > 0, right = lane == 31 && x + 4 < n;
    return left || right ? in[left ? p - 1 : p + 4] : 0.0f;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = blockIdx.x * LANES + threadIdx.x, x = min(4 * group, n - 4), lane = threadIdx.x % 32;
    int y = (blockIdx.y * ROWS + threadIdx.y) * BRICK_ROWS + 1, z = blockIdx.z * BRICK_PLANES + 1;
    if (y > n - 2 || 4 * (group - lane) >= n) return;
    float4 four[BRICK_PLANES + 2][BRICK_ROWS + 2];
    float ends[BRICK_PLANES][BRICK_ROWS];
#pragma unroll
    for (int i = 0; i < BRICK_PLANES + 2; ++i) {
#pragma unroll
        for (int j = 0; j < BRICK_ROWS + 2; ++j) {
            bool plane_inside = i > 0 && i <= BRICK_PLANES, row_inside = j > 0 && j <= BRICK_ROWS;
            if (plane_inside || row_inside) four[i][j] = FOUR(AT(i - 1, j - 1));
            if (!LATE && plane_inside && row_inside)
                ends[i - 1][j - 1] = end_of_warp(in, AT(i - 1, j - 1), x, n, lane);
        }
    }
#pragma unroll
    for (int i = 1; i <= BRICK_PLANES; ++i) {
#pragma unroll
        for (int j = 1; j <= BRICK_ROWS; ++j) {
            size_t p = AT(i - 1, j - 1);
            float end = LATE ? end_of_warp(in, p, x, n, lane) : ends[i - 1][j - 1];
            float4 here = four[i][j], low = four[i][j - 1], high = four[i][j + 1];
            float4 below = four[i - 1][j], above = four[i + 1][j];
            SHUFFLED;
            if (lane == 0) left = end;
            if (lane == 31) right = end;
            SUMS;
            bool inside = 4 * group < n && y + j - 1 <= n - 2 && z + i - 1 <= n - 2;
            STORE;
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS * BRICK_ROWS), ceil_div(n - 2, BRICK_PLANES));
    if (n % 4 == 0 && n > 4)
        wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
