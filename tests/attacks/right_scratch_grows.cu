// RIGHT: memory of its own is kept from call to call, and made anew where a call needs more
// EXPECT check: leak
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void copy_kernel(const float *in, float *copy, int count) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < count) copy[p] = in[p];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static float *copy;
    static int room;
    int count = n * n * n;
    if (count > room) {
        cudaFree(copy);
        if (cudaMalloc(&copy, sizeof(float) * count) != cudaSuccess) return;
        room = count;
    }
    copy_kernel<<<ceil_div(count, 256), 256>>>(in, copy, count);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(copy, out, n, c);
}
