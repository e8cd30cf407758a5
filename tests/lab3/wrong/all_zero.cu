// WRONG: the output is zeroed and nothing is computed
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: boundary

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaMemset(out, 0, sizeof(float) * n * n * n);
}
