// WRONG: blocks are counted as if tiles did not overlap, by a type that is named in the launch
// EXPECT test: 4.1/n=37
// EXPECT cause: Nothing is stored

// Lab 4: tile in shared memory, the sizes as template parameters so that I can try several.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

template <int W, int H, int D> struct Shape {
    static constexpr int width = W, height = H, depth = D; // of a tile, in x, y and z
};
using MyShape = Shape<16, 8, 8>;

template <class S>
__global__ void stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                               StencilCoefficients c) {
    __shared__ float tile[S::depth][S::height][S::width];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    // neighbouring tiles share two points
    k = (S::width - 2) * blockIdx.x + x;
    j = (S::height - 2) * blockIdx.y + y;
    i = (S::depth - 2) * blockIdx.z + z;
    auto exists = [n](int a) { return a < n; };
    auto index = [=] { return (i * n + j) * n + k; };
    tile[z][y][x] = exists(k) && exists(j) && exists(i) ? in[index()] : 0.0f;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    auto rim = [](int place, int size) { return place == 0 || place == size - 1; };
    auto interior = [n](int a) { return a >= 1 && a <= n - 2; };
    computes = !rim(x, S::width) && !rim(y, S::height) && !rim(z, S::depth);
    computes &= interior(k) && interior(j) && interior(i);
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const float v[7] = {tile[z][y][x],     tile[z][y][x - 1], tile[z][y][x + 1], tile[z][y - 1][x],
                            tile[z][y + 1][x], tile[z - 1][y][x], tile[z + 1][y][x]};
        float sum = 0;
#pragma unroll
        for (int m = 0; m < 7; ++m) sum += c.c[m] * v[m];
        out[index()] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    using S = MyShape;
    dim3 block(S::width, S::height, S::depth);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    if (n < 3) return; // no interior, no launch
    grid = dim3(ceil_div(n, S::width), ceil_div(n, S::height), ceil_div(n, S::depth)); // <-- HERE
    // end 4.4
    stencil_kernel<S><<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
