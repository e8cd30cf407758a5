// WRONG: the tile in shared memory is an array of ints
// EXPECT test: 4.1/n=8
// EXPECT cause: becomes a whole number: the digits

#include "tests/lab4/tile.cuh"

enum { X = 32, Y = 4, Z = 4 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ int tile[Z][Y][X]; // <-- HERE
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = (int)blockIdx.x * (X - 2) - 1 + x;
    int j = (int)blockIdx.y * (Y - 2) - 1 + y;
    int i = (int)blockIdx.z * (Z - 2) - 1 + z;
    int p = (i * n + j) * n + k;
    if (i >= 0 && j >= 0 && k >= 0 && IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    bool inner = x >= 1 && x < X - 1 && y >= 1 && y < Y - 1 && z >= 1 && z < Z - 1;
    if (inner && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, X - 2), ceil_div(n, Y - 2), ceil_div(n, Z - 2));
    stencil_kernel<<<grid, dim3(X, Y, Z)>>>(in, out, n, c);
}
