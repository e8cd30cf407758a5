// WRONG: a thread has two rows, and its guard asks for the first one
// EXPECT test: 6.2/n=4
// EXPECT cause: lacks something that is added to it elsewhere

// Lab 6. My solution.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of what nothing uses before the TODOs are done

constexpr int TILE_X = 32, TILE_Y = 32; // points of an input tile
constexpr int INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2;
constexpr int DEPTH = 31; // planes of a march
constexpr int ROWS = 2;   // of a thread: a block has 32 x 16 threads

// Point (i, j, k) of the grid.
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (k < n && j < n && i < n) value = in[i * n * n + j * n + k];
    // end 6.1
    return value;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X]; // plane i, for the neighbours in x and y
    int x = threadIdx.x;                    // this thread's first cell of the plane, range [0, TILE_X)
    int y = threadIdx.y * ROWS;             // range [0, TILE_Y), the other one is below it

    int k = blockIdx.x * INNER_X + x;    // the point of the grid that belongs there: x
    int j = blockIdx.y * INNER_Y + y;    // and y
    int first = blockIdx.z * DEPTH + 1;  // this block computes the planes first .. end-1
    int end = min(first + DEPTH, n - 1); // none of them is plane n-1

    float previous[ROWS], current[ROWS], next[ROWS]; // registers: all loops over r are unrolled
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        previous[r] = load_point(in, n, first - 1, j + r, k);
        current[r] = load_point(in, n, first, j + r, k);
    }
    // end 6.1

    for (int i = first; i < end; ++i) { // the march
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        // plane to the neighbours; make sure that they have shown theirs.
        //   Expected: less shared memory than in lab 5, and no race.
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            next[r] = load_point(in, n, i + 1, j + r, k);
            plane[y + r][x] = current[r];
        }
        __syncthreads();
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out.
        //   Expected: fewer shared loads than the 9.28 a point of lab 5; out keeps its boundary.
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int row = y + r;
            if (x == 0 || x > INNER_X || row == 0 || row > INNER_Y) continue; // halo
            if (k > n - 2 || j > n - 2) continue;                             // past the interior // <-- HERE
            float sum = c.c[5] * previous[r] + c.c[0] * current[r] + c.c[6] * next[r];
            sum += c.c[1] * plane[row][x - 1] + c.c[2] * plane[row][x + 1];
            sum += c.c[3] * plane[row - 1][x] + c.c[4] * plane[row + 1][x];
            out[i * n * n + (j + r) * n + k] = sum;
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        //   Expected: all planes are right, not only the first; no race.
        __syncthreads();
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            previous[r] = current[r];
            current[r] = next[r];
        }
        // end 6.4
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE_X, TILE_Y / ROWS, 1);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
