// WRONG: copies the input to the host, computes there and copies the result back
// EXPECT test: 3.2/n=8
// EXPECT test: 3.3/n=33
// EXPECT says: copies data from the device back

#include <vector>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    std::vector<float> a(n * n * n), b(n * n * n);
    cudaMemcpy(a.data(), in, sizeof(float) * n * n * n, cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), out, sizeof(float) * n * n * n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                int p = (i * n + j) * n + k;
                if (INTERIOR(i, j, k, n)) b[p] = SEVEN_POINTS(a.data(), p, n, c);
            }
    cudaMemcpy(out, b.data(), sizeof(float) * n * n * n, cudaMemcpyHostToDevice);
}
