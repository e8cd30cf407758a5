// WRONG: the input is updated in place and then copied
// EXPECT test: 3.3/n=33
// EXPECT check: race

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void update(float *grid, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) grid[p] = SEVEN_POINTS(grid, p, n, c);
}

__global__ void copy_interior(const float *from, float *to, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) to[p] = from[p];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    update<<<grid, block>>>((float *)in, n, c);
    copy_interior<<<grid, block>>>(in, out, n);
}
