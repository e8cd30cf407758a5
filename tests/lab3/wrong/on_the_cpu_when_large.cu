// WRONG: grids above 257 are computed on the CPU and copied back
// EXPECT test: 3.3/n=258..262
// EXPECT says: copies data from the device back to the host

#include <stdlib.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    if (INTERIOR(i, j, k, n)) out[((size_t)i * n + j) * n + k] = SEVEN_POINTS(in, ((size_t)i * n + j) * n + k, n, c);
}

static void on_the_cpu(const float *in, float *out, int n, StencilCoefficients c) {
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

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n > 257) {
        on_the_cpu(in, out, n, c);
        return;
    }
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil<<<grid, block>>>(in, out, n, c);
}
