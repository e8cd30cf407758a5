// WRONG: only threads that compute change sides
// EXPECT test: 6.1/n=31
// EXPECT cause: stands under a condition

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
    TILE_Y = 32,          // and in y: a square, but you may make it flatter
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
};

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    bool there = i < n && j < n && k < n;
    if (there) value = in[((size_t)i * n + j) * n + k];
    // end 6.1
    return value;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[2][TILE_Y][TILE_X]; // two in turn, for the neighbours in x and y
    int x = threadIdx.x;                       // this thread's cell of the plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = blockIdx.x * INNER_X + x;    // the point of the grid that belongs there: x
    int j = blockIdx.y * INNER_Y + y;    // and y
    int first = blockIdx.z * DEPTH + 1;  // this block computes the planes first .. end-1
    int end = min(first + DEPTH, n - 1); // none of them is plane n-1

    float previous = 0, current = 0, next = 0; // this thread's own values of the planes i-1, i and i+1
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    previous = load_point(in, n, first - 1, j, k);
    current = load_point(in, n, first, j, k);
    // end 6.1

    const bool computes = x > 0 && x <= INNER_X && y > 0 && y <= INNER_Y && j < n - 1 && k < n - 1;
    size_t to = ((size_t)first * n + j) * n + k; // where the sum goes
    int side = 0;                                // which of the two planes it is this time
    for (int i = first; i < end; ++i) {          // the march
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
        next = load_point(in, n, i + 1, j, k);
        plane[side][y][x] = current;
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
        if (computes) {
            const float(*p)[TILE_X] = plane[side];
            out[to] = c.c[0] * current + c.c[1] * p[y][x - 1] + c.c[2] * p[y][x + 1] + c.c[3] * p[y - 1][x] +
                      c.c[4] * p[y + 1][x] + c.c[5] * previous + c.c[6] * next;
            to += (size_t)n * n;
            side = 1 - side; // <-- HERE
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        // No barrier: the next step writes the other plane, and the one after that is a barrier away.
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
