// WRONG: the threads of the halo get an empty march, so they load no plane after the first two and reach no barrier: from the second step on their cells are unwritten or stale.
// EXPECT test: 5.1/n=31
// EXPECT cause: Some threads get another `end` here
// EXPECT todo: 5.1
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
};

__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load)
    float value = 0.0f;
    if (i < n && j < n && k < n) value = in[i * n * n + j * n + k];
    *cell = value;
    // end 5.1
}

typedef float Plane[TILE_Y][TILE_X];

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Plane a, b, d;
    Plane *previous = &a, *current = &b, *next = &d;
    int x = threadIdx.x;
    int y = threadIdx.y;

    // TODO 5.1 (where)
    int k = blockIdx.x * INNER_X + x;
    int j = blockIdx.y * INNER_Y + y;
    int first = blockIdx.z * DEPTH + 1;
    int end = min(first + DEPTH, n - 1);
    bool halo = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE_Y - 1;
    if (halo) end = first; // <-- HERE
    // end 5.1

    load_point(&(*previous)[y][x], in, n, first - 1, j, k);
    load_point(&(*current)[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) {
        load_point(&(*next)[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2

        // TODO 5.3
        if (!halo && j < n - 1 && k < n - 1) {
            float sum = c.c[0] * (*current)[y][x];
            sum += c.c[1] * (*current)[y][x - 1] + c.c[2] * (*current)[y][x + 1];
            sum += c.c[3] * (*current)[y - 1][x] + c.c[4] * (*current)[y + 1][x];
            sum += c.c[5] * (*previous)[y][x] + c.c[6] * (*next)[y][x];
            out[i * n * n + j * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use)
        __syncthreads();
        Plane *oldest = previous;
        previous = current;
        current = next;
        next = oldest;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
