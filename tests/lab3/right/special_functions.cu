// RIGHT: the host calls a special function of C++17's <cmath>, which the grader's faster compilation leaves out

#include <cmath>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int wide = (int)std::lround(32 * std::cyl_bessel_j(0.0, 0.0)); // J0(0) = 1
    dim3 block(wide, 8, 1), grid(ceil_div(n, wide), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
