// WRONG: everything is computed on the CPU and copied back
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: host

#include <stdlib.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    size_t bytes = sizeof(float) * n * n * n;
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
    cudaMemcpy(a, in, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, out, bytes, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
            for (int k = 1; k < n - 1; ++k)
                b[(i * n + j) * n + k] = SEVEN_POINTS(a, (i * n + j) * n + k, n, c);
    cudaMemcpy(out, b, bytes, cudaMemcpyHostToDevice);
    free(a);
    free(b);
}
