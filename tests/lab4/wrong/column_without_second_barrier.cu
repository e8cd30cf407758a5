// WRONG: the next tile of a column is loaded while other threads still sum this one, in a helper
// EXPECT test: 4.1/n=9
// EXPECT check: race
// EXPECT cause: put a __syncthreads() at the end of the loop
// EXPECT todo: 4.2

// Lab 4. A block works off a column of tiles, one after the other.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"


static const int TW = 16, TH = 8, TD = 8; // the tile: width, height, depth

struct Tile {
    float v[TD][TH][TW];
    __device__ float &at(int z, int y, int x) { return v[z][y][x]; }
};

__device__ float seven(Tile &t, int z, int y, int x, const StencilCoefficients &w) {
    return w.c[0] * t.at(z, y, x) + w.c[1] * t.at(z, y, x - 1) + w.c[2] * t.at(z, y, x + 1) +
           w.c[3] * t.at(z, y - 1, x) + w.c[4] * t.at(z, y + 1, x) + w.c[5] * t.at(z - 1, y, x) +
           w.c[6] * t.at(z + 1, y, x);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Tile tile;
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const int k = blockIdx.x * (TW - 2) + x;
    const int j = blockIdx.y * (TH - 2) + y;
    const bool inside = x > 0 && x < TW - 1 && y > 0 && y < TH - 1 && z > 0 && z < TD - 1;

    for (int corner = blockIdx.z * (TD - 2); corner < n - 2; corner += gridDim.z * (TD - 2)) {
        const int i = corner + z;
        if (i < n && j < n && k < n) tile.at(z, y, x) = in[(i * n + j) * n + k];
        __syncthreads(); // tile is complete
        if (inside && i < n - 1 && j < n - 1 && k < n - 1)
            out[(i * n + j) * n + k] = seven(tile, z, y, x, c);
    } // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TW, TH, TD);
    dim3 grid(ceil_div(n - 2, TW - 2), ceil_div(n - 2, TH - 2), ceil_div(ceil_div(n - 2, TD - 2), 2));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
