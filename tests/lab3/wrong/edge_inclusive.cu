// WRONG: <= n-1 where <= n-2 belongs: the face x = n-1 is written
// EXPECT test: 3.2/n=4
// EXPECT test: 3.3/n=33
// EXPECT says: boundary

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1) return;
    if (k <= n - 1) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
