// WRONG: two planes in turn, and the barrier stands behind the sum
// EXPECT test: 6.1/n=1
// EXPECT cause: put a __syncthreads() between them, below line

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
    const bool there = i < n && j < n && k < n;
    value = there ? in[((size_t)i * n + j) * n + k] : 0.0f;
    // end 6.1
    return value;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // Two planes in turn: while some threads still read one, the others fill the other one.
    __shared__ float plane[2][TILE_Y][TILE_X];
    int x = threadIdx.x;                    // this thread's cell of the plane, range [0, TILE_X)
    int y = threadIdx.y;                    // range [0, TILE_Y)

    int k = blockIdx.x * INNER_X + x;    // the point of the grid that belongs there: x
    int j = blockIdx.y * INNER_Y + y;    // and y
    int first = blockIdx.z * DEPTH + 1;  // this block computes the planes first .. end-1
    int end = min(first + DEPTH, n - 1); // none of them is plane n-1

    float previous = 0, current = 0, next = 0; // this thread's own values of the planes i-1, i and i+1
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    current = load_point(in, n, first, j, k);
    previous = load_point(in, n, first - 1, j, k);
    // end 6.1

    int i = first;
    do {                                       // the march: a block has at least one plane
        float(*shown)[TILE_X] = plane[i & 1];  // this step's plane
        auto beside = [&](int dy, int dx) { return shown[y + dy][x + dx]; };
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
        next = load_point(in, n, i + 1, j, k);
        shown[y][x] = current; // fill // <-- HERE
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
        if (x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1 && j < n - 1 && k < n - 1) {
            float sum = c.c[0] * current + c.c[5] * previous + c.c[6] * next;
            sum += c.c[1] * beside(0, -1) + c.c[2] * beside(0, 1);
            sum += c.c[3] * beside(-1, 0) + c.c[4] * beside(1, 0);
            out[((size_t)i * n + j) * n + k] = sum;
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        __syncthreads(); // the only barrier of a step
        previous = current;
        current = next;
        // end 6.4
    } while (++i < end);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
