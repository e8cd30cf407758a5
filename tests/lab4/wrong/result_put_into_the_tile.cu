// WRONG: the result goes into the tile that others still read, by a member function
// EXPECT test: 4.1/n=37
// EXPECT cause: stores into an array that it reads itself

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// 10 x 10 x 10 points a tile, 8 x 8 x 8 of them computed.
template <int SIDE> struct Cube {
    float cell[SIDE][SIDE][SIDE];

    __device__ float &operator()(int z, int y, int x) { return cell[z][y][x]; }

    __device__ float stencil(int z, int y, int x, const StencilCoefficients &c) const {
        return c.c[0] * cell[z][y][x]
             + c.c[1] * cell[z][y][x - 1] + c.c[2] * cell[z][y][x + 1]
             + c.c[3] * cell[z][y - 1][x] + c.c[4] * cell[z][y + 1][x]
             + c.c[5] * cell[z - 1][y][x] + c.c[6] * cell[z + 1][y][x];
    }
};

static const int SIDE = 10, CORE = SIDE - 2;

// Where a place of a block's tile lies in the grid.
__device__ static int in_grid(int block, int place) { return block * CORE + place; }

// Is it neither the first nor the last of `count`?
__device__ static bool has_neighbours(int v, int count) { return 0 < v && v < count - 1; }

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Cube<SIDE> cube;
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const int k = in_grid(blockIdx.x, x), j = in_grid(blockIdx.y, y), i = in_grid(blockIdx.z, z);
    const int p = k + n * (j + n * i);

    // Load
    if (k < n && j < n && i < n) cube(z, y, x) = in[p];
    __syncthreads();

    // Compute: the results take the place of the inputs
    const bool core = has_neighbours(x, SIDE) && has_neighbours(y, SIDE) && has_neighbours(z, SIDE);
    const bool mine = core && has_neighbours(k, n) && has_neighbours(j, n) && has_neighbours(i, n);
    if (mine) cube(z, y, x) = cube.stencil(z, y, x, c); // <-- HERE
    __syncthreads();

    // Store
    if (mine) out[p] = cube(z, y, x);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const int blocks = ceil_div(n - 2, CORE);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(SIDE, SIDE, SIDE)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
