// WRONG: a helper shuffles, and it is called where only computing threads come
// EXPECT test: 6.3/n=3
// EXPECT cause: a condition on this line sends it another way

// Lab 6: register tiling. What only one thread needs stays in its registers. The handout is README.md beside
// this file.
//
//   make lab6 && ./grade lab6     builds this file and grades it
//   ./grade hint lab6 6.1         the next hint for TODO 6.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// Tile, place of the block and launch are those of lab 5.
enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 16,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 31,           // planes that a block computes, one after the other
};

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (i >= n || j >= n || k >= n) return 0;
    value = in[(i * n + j) * n + k];
    // end 6.1
    return value;
}

// A row of the tile is a warp, so x-1 and x+1 are in the lanes beside this one.
__device__ float2 row_neighbours(float mine) {
    const unsigned all = ~0u;
    return make_float2(__shfl_up_sync(all, mine, 1), __shfl_down_sync(all, mine, 1));
}

__device__ float weigh(const StencilCoefficients &c, float centre, float2 in_x, float2 in_y, float2 in_z) {
    return c.c[0] * centre + c.c[1] * in_x.x + c.c[2] * in_x.y + c.c[3] * in_y.x + c.c[4] * in_y.y +
           c.c[5] * in_z.x + c.c[6] * in_z.y;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X]; // plane i, for the neighbours in x and y
    int x = threadIdx.x;                    // this thread's cell of the plane, range [0, TILE_X)
    int y = threadIdx.y;                    // range [0, TILE_Y)

    int k = blockIdx.x * INNER_X + x;    // the point of the grid that belongs there: x
    int j = blockIdx.y * INNER_Y + y;    // and y
    int first = blockIdx.z * DEPTH + 1;  // this block computes the planes first .. end-1
    int end = min(first + DEPTH, n - 1); // none of them is plane n-1

    float previous = 0, current = 0, next = 0; // this thread's own values of the planes i-1, i and i+1
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    previous = load_point(in, n, first - 1, j, k);
    current = load_point(in, n, first, j, k);
    const bool writes = x >= 1 && x <= INNER_X && k <= n - 2 && y >= 1 && y <= INNER_Y && j <= n - 2;
    // end 6.1

    for (int i = first; i < end; ++i) { // the march
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
        next = load_point(in, n, i + 1, j, k);
        plane[y][x] = current; // for those above and below me in y
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
        if (writes) { // <-- HERE
            const float2 in_x = row_neighbours(current);
            const float2 in_y = {plane[y - 1][x], plane[y + 1][x]}, in_z = {previous, next};
            out[(i * n + j) * n + k] = weigh(c, current, in_x, in_y, in_z);
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        __syncthreads();
        previous = current;
        current = next;
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
