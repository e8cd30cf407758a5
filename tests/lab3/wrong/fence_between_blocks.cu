// WRONG: in place: the blocks read their points, pass a fence, and write them
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void copy(const float *from, float *to, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (i < n && j < n && k < n) to[p] = from[p];
}

__global__ void update(float *grid, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    float value = 0;
    const bool computes = INTERIOR(i, j, k, n);
    if (computes) value = SEVEN_POINTS(grid, p, n, c); // <-- HERE
    __threadfence();
    if (computes) grid[p] = value; // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    copy<<<grid, block>>>(in, out, n);
    update<<<grid, block>>>(out, n, c);
}
