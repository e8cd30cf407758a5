// WRONG: the value of the next plane goes through an int variable: its fraction is lost.
// EXPECT test: 6.2/n=3
// EXPECT cause: a value becomes a whole number on this line
// EXPECT todo: 6.2
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62,
};

__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): in[...], where the grid has this point
    int inside = i < n && j < n && k < n;
    if (inside) value = in[(i * n + j) * n + k];
    // end 6.1
    return value;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);

    // TODO 6.1 (first two): before the march
    float below = load_point(in, n, first - 1, j, k), here = load_point(in, n, first, j, k);
    // end 6.1

    for (int i = first; i != end; i++) {
        // TODO 6.2: next, plane, barrier
        int above = load_point(in, n, i + 1, j, k); // <-- HERE
        plane[y][x] = here;
        __syncthreads();
        // end 6.2

        // TODO 6.3: the sum
        if (x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y && j <= n - 2 && k <= n - 2) {
            float left = plane[y][x - 1], right = plane[y][x + 1];
            float front = plane[y - 1][x], back = plane[y + 1][x];
            out[(i * n + j) * n + k] = c.c[0] * here + c.c[1] * left + c.c[2] * right + c.c[3] * front +
                                       c.c[4] * back + c.c[5] * below + c.c[6] * above;
        }
        // end 6.3

        // TODO 6.4: second barrier, move on
        __syncthreads();
        below = here;
        here = above;
        // end 6.4
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
