// WRONG: a barrier that only the interior threads reach, while the others wait at the next one
// EXPECT test: 3.3/n=33
// EXPECT check: barrier
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) {
        float sum = SEVEN_POINTS(in, p, n, c);
        __syncthreads(); // <-- HERE
        out[p] = sum;
    }
    __syncthreads();
}

#include "tests/lab3/stencil_launch.cuh"
