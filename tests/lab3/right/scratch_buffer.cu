// RIGHT: works in a scratch buffer and copies it to the output

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    size_t bytes = sizeof(float) * n * n * n;
    float *scratch;
    if (cudaMalloc(&scratch, bytes) != cudaSuccess) return;
    cudaMemcpy(scratch, out, bytes, cudaMemcpyDeviceToDevice); // the boundary
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, scratch, n, c);
    cudaMemcpy(out, scratch, bytes, cudaMemcpyDeviceToDevice);
    cudaFree(scratch);
}
