// RIGHT: grid-stride loops: a fixed number of blocks walks over the flattened grid
// EXPECT time: missed

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int stride = gridDim.x * blockDim.x;
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n * n * n; p += stride) {
        int k = p % n, j = p / n % n, i = p / n / n;
        if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<64, 256>>>(in, out, n, c);
}
