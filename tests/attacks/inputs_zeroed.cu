// WRONG: zeroes the inputs with cudaMemset, so that a reference that reads them later would be zero too
// EXPECT score: 0
// EXPECT test: 3.2/n=3
// EXPECT says: the input `in` was changed

#include <cuda_runtime.h>

#include "common/finite_difference.h"
#include "common/stencil.h"

void launch_derivative(const float *f, float *df, int n, float h) {
    (void)h;
    cudaMemset((void *)f, 0, sizeof(float) * n);
    if (n > 2) cudaMemset(df + 1, 0, sizeof(float) * (n - 2));
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    cudaMemset((void *)in, 0, sizeof(float) * n * n * n);
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j) cudaMemset(out + (i * n + j) * n + 1, 0, sizeof(float) * (n - 2));
}
