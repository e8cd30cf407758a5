// WRONG: the buffer is switched with ~ where ! was needed, so after the first step the kernel uses plane[-1], outside the shared array.
// EXPECT test: 6.1/n=31
// EXPECT cause: ~0 is -1, and not 1
// EXPECT todo: 6.4
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

// Tile, place of the block and launch are those of lab 5.
enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
};

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    const bool there = i < n && j < n && k < n;
    value = there ? in[((size_t)i * n + j) * n + k] : 0.0f;
    // end 6.1
    return value;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[2][TILE_Y][TILE_X]; // plane i in one, in turn: a barrier a step is enough
    int x = threadIdx.x;                       // this thread's cell of the plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = blockIdx.x * INNER_X + x;    // the point of the grid that belongs there: x
    int j = blockIdx.y * INNER_Y + y;    // and y
    int first = blockIdx.z * DEPTH + 1;  // this block computes the planes first .. end-1
    int end = min(first + DEPTH, n - 1); // none of them is plane n-1

    float previous = 0, current = 0, next = 0; // this thread's own values of the planes i-1, i and i+1
    int turn = 0;                              // which of the two planes is used in this step
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    current = load_point(in, n, first, j, k);
    previous = load_point(in, n, first - 1, j, k);
    // end 6.1

    for (int i = first; i < end; ++i) { // the march
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        plane[turn][y][x] = current;
        next = load_point(in, n, i + 1, j, k);
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        const bool rim = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE_Y - 1;
        if (!rim && k < n - 1 && j < n - 1) {
            float sum = c.c[0] * current + c.c[5] * previous + c.c[6] * next;
            sum += c.c[1] * plane[turn][y][x - 1] + c.c[2] * plane[turn][y][x + 1];
            sum += c.c[3] * plane[turn][y - 1][x] + c.c[4] * plane[turn][y + 1][x];
            out[((size_t)i * n + j) * n + k] = sum;
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        previous = current;
        current = next;
        turn = ~turn; // <-- HERE
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
