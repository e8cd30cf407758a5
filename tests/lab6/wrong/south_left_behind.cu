// WRONG: of the pointers into the two planes only `mine` and `north` change planes after a step, `south` stays in plane 0: in every second step y+1 is the value of the plane before (and is overwritten while others still read it).
// EXPECT test: 6.4/n=4
// EXPECT cause: stays where it is, and is used in each step
// EXPECT todo: 6.4
// Lab 6: register tiling. Two planes in turn, one barrier a step.

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

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (max(i, max(j, k)) <= n - 1) value = in[(i * n + j) * n + k];
    // end 6.1
    return value;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[2][TILE_Y][TILE_X];
    int x = threadIdx.x;
    int y = threadIdx.y;

    int k = blockIdx.x * INNER_X + x;
    int j = blockIdx.y * INNER_Y + y;
    int first = blockIdx.z * DEPTH + 1;
    int end = min(first + DEPTH, n - 1);

    float *mine = &plane[0][y][x];        // my cell, x-1 and x+1 are beside it
    const float *north = mine - TILE_X;   // y-1
    const float *south = mine + TILE_X;   // y+1
    int hop = TILE_X * TILE_Y;            // how far it is to the other plane
    bool stores = 0 < x && x < TILE_X - 1 && 0 < y && y < TILE_Y - 1 && k < n - 1 && j < n - 1;

    float previous = 0, current = 0, next = 0;
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    current = load_point(in, n, first, j, k);
    previous = load_point(in, n, first - 1, j, k);
    // end 6.1

    float *target = out + (size_t)first * n * n + j * n + k;
    for (int i = first; i < end; ++i) {
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
        *mine = current;
        next = load_point(in, n, i + 1, j, k);
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
        if (stores) {
            float along_x = c.c[1] * mine[-1] + c.c[2] * mine[1];
            float along_y = c.c[3] * *north + c.c[4] * *south;
            float along_z = c.c[5] * previous + c.c[6] * next;
            *target = c.c[0] * current + along_x + along_y + along_z;
        }
        target += n * n;
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        previous = current;
        current = next;
        mine += hop;
        north += hop; // <-- HERE
        hop = -hop;
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
