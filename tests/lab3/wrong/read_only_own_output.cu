// WRONG: __ldg() of what the same kernel has written: the read-only data cache need not have it, behind a barrier neither
// EXPECT check: read-only
// EXPECT line: HERE
// EXPECT test: 3.3/n=33
// EXPECT says: may get the old value

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
    __syncthreads();
    if (INTERIOR(i, j, k, n)) out[p] = __ldg(out + p); // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
