// WRONG: a warp with no point to compute returns before the march, so the tile's halo rows are never filled.
// EXPECT test: 6.1/n=1
// EXPECT cause: without this return
// EXPECT todo: 6.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62,
};

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    const bool missing = i >= n || j >= n || k >= n;
    value = missing ? 0.0f : in[k + n * (j + n * i)];
    // end 6.1
    return value;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    int x = threadIdx.x;
    int y = threadIdx.y;

    int k = blockIdx.x * INNER_X + x;
    int j = blockIdx.y * INNER_Y + y;
    int first = blockIdx.z * DEPTH + 1;
    int end = min(first + DEPTH, n - 1);

    bool in_tile = 1 <= x && x <= INNER_X && 1 <= y && y <= INNER_Y;
    bool in_grid = j <= n - 2 && k <= n - 2;
    float previous = 0, current = 0, next = 0;
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    if (!__any_sync(0xffffffffu, in_tile && in_grid)) return; // <-- HERE
    previous = load_point(in, n, first - 1, j, k);
    current = load_point(in, n, first, j, k);
    // end 6.1

    int i = first;
    float *target = out + (first * n + j) * n + k;
    while (i < end) {
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
        next = load_point(in, n, i + 1, j, k);
        plane[y][x] = current;
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
        if (in_tile && in_grid) {
            float in_row = c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1];
            float in_column = c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x];
            *target = c.c[0] * current + in_row + in_column + c.c[5] * previous + c.c[6] * next;
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        __syncthreads();
        previous = current;
        current = next;
        ++i;
        target += n * n;
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
