// WRONG: the number of a tile in y is taken modulo the number of tiles in x
// EXPECT test: 5.1/n=31
// EXPECT cause: is the wrong axis or component

// Lab 5: thread coarsening. One long row of blocks; each finds its tile from its number.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62,
};

// How many tiles there are in each axis, or which of them one is.
struct Tiles {
    int x, y, z;
};

__host__ __device__ inline Tiles count_tiles(int n) {
    return {ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH)};
}

// Tile number b, x runs fastest.
__device__ Tiles find_tile(int b, int n) {
    const Tiles all = count_tiles(n);
    Tiles t;
    t.x = b % all.x;
    t.y = b / all.x % all.x; // <-- HERE
    t.z = b / (all.x * all.y);
    return t;
}

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    float v = 0;
    if (i < n && j < n && k < n) v = in[(i * n + j) * n + k];
    *cell = v;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    const Tiles mine = find_tile(blockIdx.x, n);
    k = mine.x * INNER_X + x;
    j = mine.y * INNER_Y + y;
    first = mine.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        bool halo = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE_Y - 1;
        bool outside = j >= n - 1 || k >= n - 1;
        if (!halo && !outside) {
            float s = c.c[5] * previous[y][x] + c.c[6] * next[y][x]; // z
            s += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
            s += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
            out[(i * n + j) * n + k] = s + c.c[0] * current[y][x];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    const Tiles all = count_tiles(n);
    grid.x = all.x * all.y * all.z;
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
