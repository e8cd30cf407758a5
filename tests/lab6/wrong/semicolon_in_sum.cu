// WRONG: a semicolon ends the sum after the y neighbours, so the two products of the z neighbours are a statement of their own that does nothing: z-1 and z+1 are missing in every result.
// EXPECT test: 6.3/n=3
// EXPECT cause: The `;` at the end of this line ends the sum
// EXPECT todo: 6.3
// Lab 6: register tiling. 32 x 8 threads, each has four rows of the tile.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,
    TILE_Y = 32,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
    STRIPES = 8,             // rows of threads
    MINE = TILE_Y / STRIPES, // rows of the tile for each thread
};

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    bool exists = i < n && j < n && k < n;
    if (exists) value = in[i * n * n + j * n + k];
    // end 6.1
    return value;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    const int x = threadIdx.x;
    const int k = blockIdx.x * INNER_X + x;
    const int corner = blockIdx.y * INNER_Y; // row of the grid that is row 0 of the tile
    const int first = blockIdx.z * DEPTH + 1;
    const int end = min(first + DEPTH, n - 1);

    float low[MINE], mid[MINE], high[MINE]; // planes i-1, i and i+1, in each of my rows
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
#pragma unroll
    for (int r = 0; r < MINE; ++r) {
        int row = threadIdx.y + r * STRIPES;
        low[r] = load_point(in, n, first - 1, corner + row, k);
        mid[r] = load_point(in, n, first, corner + row, k);
    }
    // end 6.1

    for (int i = first; i < end; ++i) {
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
#pragma unroll
        for (int r = 0; r < MINE; ++r) {
            int row = threadIdx.y + r * STRIPES;
            high[r] = load_point(in, n, i + 1, corner + row, k);
            plane[row][x] = mid[r];
        }
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
#pragma unroll
        for (int r = 0; r < MINE; ++r) {
            int row = threadIdx.y + r * STRIPES, j = corner + row;
            if (x == 0 || x > INNER_X || row == 0 || row > INNER_Y) continue;
            if (j >= n - 1 || k >= n - 1) continue;
            float sum = c.c[0] * mid[r]
                      + c.c[1] * plane[row][x - 1] + c.c[2] * plane[row][x + 1]
                      + c.c[3] * plane[row - 1][x] + c.c[4] * plane[row + 1][x]; // <-- HERE
                      + c.c[5] * low[r] + c.c[6] * high[r];
            out[i * n * n + j * n + k] = sum;
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        __syncthreads();
#pragma unroll
        for (int r = 0; r < MINE; ++r) {
            low[r] = mid[r];
            mid[r] = high[r];
        }
        // end 6.4
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE_X, STRIPES, 1);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
