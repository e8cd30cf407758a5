// WRONG: the boundary is told by the remainder of a division, which threads past the end of the grid have, too
// EXPECT test: 3.2/n=3
// EXPECT check: out-of-bounds
// EXPECT cause: This condition compares a remainder

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k, most = n - 1;
    if (n > 2 && k % most && j % most && i % most) { // <-- HERE
        out[p] = SEVEN_POINTS(in, p, n, c);
    }
}

#include "tests/lab3/stencil_launch.cuh"
