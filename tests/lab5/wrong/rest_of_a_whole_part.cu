// WRONG: the last block takes the remainder, which is 0 where the division comes out even
// EXPECT test: 5.1/n=32
// EXPECT cause: in this line is 0 where the division comes out even

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y: a square, but you may make it flatter
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
};

// How many planes this block computes: DEPTH, and the last block what is left.
__device__ int planes_of_block(int n) {
    bool last = blockIdx.z == gridDim.z - 1;
    return last ? (n - 2) % DEPTH : DEPTH; // <-- HERE
}

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (i >= n || j >= n || k >= n) {
        *cell = 0;
        return;
    }
    *cell = in[i * n * n + j * n + k];
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float a[TILE_Y][TILE_X], b[TILE_Y][TILE_X], d[TILE_Y][TILE_X];
    float(*previous)[TILE_X] = a; // plane i-1
    float(*current)[TILE_X] = b;  // plane i
    float(*next)[TILE_X] = d;     // plane i+1
    int x = threadIdx.x;          // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;          // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = x + INNER_X * blockIdx.x;
    j = y + INNER_Y * blockIdx.y;
    first = 1 + DEPTH * blockIdx.z;
    end = first + planes_of_block(n);
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
        bool halo = x == 0 || y == 0 || x == TILE_X - 1 || y == TILE_Y - 1;
        bool outside = k >= n - 1 || j >= n - 1;
        if (!halo && !outside) {
            float s = c.c[0] * current[y][x];
            s += c.c[1] * current[y][x - 1];
            s += c.c[2] * current[y][x + 1];
            s += c.c[3] * current[y - 1][x];
            s += c.c[4] * current[y + 1][x];
            s += c.c[5] * previous[y][x];
            s += c.c[6] * next[y][x];
            out[i * n * n + j * n + k] = s;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        // only pointers move; the oldest plane is filled again, and nobody but its owner reads a cell of that
        float(*oldest)[TILE_X] = previous;
        previous = current;
        current = next;
        next = oldest;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    const int inner = n - 2;
    if (inner < 1) return;
    grid = dim3(ceil_div(inner, INNER_X), ceil_div(inner, INNER_Y), ceil_div(inner, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
