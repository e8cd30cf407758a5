// WRONG: shared memory for two of the three planes that the march keeps
// EXPECT test: 5.1/n=3
// EXPECT cause: its kernel uses 6144
// EXPECT todo: 5.4
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
    PLANES = 3,
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    *cell = max(i, max(j, k)) < n ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // The planes come from the launch: below, here and above are whole planes, they only change names.
    extern __shared__ float memory[];
    float *below = memory;
    float *here = below + TILE_X * TILE_Y;
    float *above = here + TILE_X * TILE_Y;
    int x = threadIdx.x, y = threadIdx.y;
    int cell = y * TILE_X + x;

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = 1 + blockIdx.z * DEPTH;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(below + cell, in, n, first - 1, j, k);
    load_point(here + cell, in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(above + cell, in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        if (x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1 && k < n - 1 && j < n - 1) {
            out[(i * n + j) * n + k] = c.c[0] * here[cell] +                                            //
                                       c.c[1] * here[cell - 1] + c.c[2] * here[cell + 1] +              //
                                       c.c[3] * here[cell - TILE_X] + c.c[4] * here[cell + TILE_X] +    //
                                       c.c[5] * below[cell] + c.c[6] * above[cell];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        float *oldest = below;
        below = here;
        here = above;
        above = oldest;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    const size_t shared = 2 * TILE_Y * TILE_X * sizeof(float); // <-- HERE
    // end 5.4
    stencil_kernel<<<grid, block, shared>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
