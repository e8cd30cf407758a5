// WRONG: right, but the number of a thread in its block is taken apart by blockDim.y in place of blockDim.x
// EXPECT test: 3.4/counter-1
// EXPECT cause: thread 1 of a warp has y + 1

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int number = threadIdx.y * blockDim.x + threadIdx.x;
    const int column = number / blockDim.y, row = number - column * blockDim.y;
    const int x = blockIdx.x * blockDim.x + column;
    const int y = blockIdx.y * blockDim.y + row; // <-- HERE
    const int z = blockIdx.z;
    int p = (z * n + y) * n + x;
    if (INTERIOR(z, y, x, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
