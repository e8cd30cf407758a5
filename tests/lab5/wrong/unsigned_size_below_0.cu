// WRONG: the number of inner points is unsigned, and below 0 at n = 1
// EXPECT test: 5.1/n=1
// EXPECT cause: is an unsigned number

// Lab 5, flat tiles of 32 x 8 and long marches.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

constexpr int TILE_X = 32, TILE_Y = 8; // threads of a block = points of an input tile
constexpr int INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2;
constexpr int DEPTH = 62; // planes of a march

// Pieces of SIZE points that cover `count` points.
template <unsigned SIZE> static unsigned pieces(unsigned count) {
    return (count + SIZE - 1) / SIZE;
}

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    const int p = (i * n + j) * n + k;
    *cell = (i < n) & (j < n) & (k < n) ? in[p] : 0;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float planes[3][TILE_X * TILE_Y]; // i-1, i, i+1
    const int x = threadIdx.x, y = threadIdx.y, me = y * TILE_X + x;
    float *previous = planes[0] + me, *current = planes[1] + me, *next = planes[2] + me; // my cells

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = int(blockIdx.x) * INNER_X + x;
    j = int(blockIdx.y) * INNER_Y + y;
    first = int(blockIdx.z) * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1
    const bool computes = x % (TILE_X - 1) != 0 && y % (TILE_Y - 1) != 0 && j < n - 1 && k < n - 1;

    load_point(previous, in, n, first - 1, j, k);
    load_point(current, in, n, first, j, k);
    float *to = out + (size_t)first * n * n + (size_t)j * n + k; // walks upwards
    for (int i = first; i < end; ++i, to += (size_t)n * n) {
        load_point(next, in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        if (computes)
            *to = c.c[0] * *current + c.c[1] * current[-1] + c.c[2] * current[1] +
                  c.c[3] * current[-TILE_X] + c.c[4] * current[TILE_X] + c.c[5] * *previous +
                  c.c[6] * *next;
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        *previous = *current;
        *current = *next;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    const unsigned inner = n - 2; // in each axis // <-- HERE
    if (inner <= 0) return;  // nothing to compute
    grid.x = pieces<INNER_X>(inner);
    grid.y = pieces<INNER_Y>(inner);
    grid.z = pieces<DEPTH>(inner);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
