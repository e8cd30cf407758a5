// WRONG: a helper lets each march end one plane too far, so that planes are stored by two blocks
// EXPECT score: 80
// EXPECT cause: is stored needlessly

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
    DEPTH = 20,           // planes that a block computes, one after the other
};

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    const int far = max(max(i, j), k);
    if (far < n) value = in[((size_t)i * n + j) * n + k];
    // end 6.1
    return value;
}

// The planes that a block computes: first .. last.
struct March {
    int first, last;
};

__device__ March march_of(int block, int n) {
    March m;
    m.first = 1 + block * DEPTH;
    m.last = min(m.first + DEPTH, n - 2); // <-- HERE
    return m;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X]; // plane i, for the neighbours in x and y
    int x = threadIdx.x;                    // this thread's cell of the plane, range [0, TILE_X)
    int y = threadIdx.y;                    // range [0, TILE_Y)

    int k = blockIdx.x * INNER_X + x; // the point of the grid that belongs there: x
    int j = blockIdx.y * INNER_Y + y; // and y
    const March march = march_of(blockIdx.z, n);

    float previous = 0, current = 0, next = 0; // this thread's own values of the planes i-1, i and i+1
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    int i = march.first;
    previous = load_point(in, n, i - 1, j, k);
    current = load_point(in, n, i, j, k);
    // end 6.1

    do { // the march: there is always a first plane
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
        bool inner = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y;
        if (inner && j <= n - 2 && k <= n - 2)
            out[((size_t)i * n + j) * n + k] = c.c[0] * current + c.c[1] * plane[y][x - 1] +
                                               c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] +
                                               c.c[4] * plane[y + 1][x] + c.c[5] * previous + c.c[6] * next;
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        __syncthreads();
        previous = current, current = next;
        // end 6.4
    } while (++i <= march.last);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
