// WRONG: the corner of the caller's input is scratch memory, by atomicExch() and by copies, and is put back
// EXPECT check: input-written
// EXPECT test: 3.2/n=3
// EXPECT test: 3.2/n=8
// EXPECT test: 3.3/n=33
// EXPECT says: It was put back afterwards
// EXPECT score: 20

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ float kept;

__global__ void exchange_kernel(float *in, float value) {
    kept = atomicExch(in, value);
}

__global__ void put_back_kernel(float *in) {
    atomicExch(in, kept);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    c.c[0] = in[0];
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

// Every second size by copies of the host.
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *corner = (float *)in, *scratch;
    if (n < 3) return;
    cudaMalloc(&scratch, sizeof(float));
    cudaMemcpy(scratch, corner, sizeof(float), cudaMemcpyDeviceToDevice);
    if (n % 2)
        exchange_kernel<<<1, 1>>>(corner, c.c[0]);
    else
        cudaMemcpy(corner, &c.c[0], sizeof(float), cudaMemcpyHostToDevice);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
    if (n % 2)
        put_back_kernel<<<1, 1>>>(corner);
    else
        cudaMemcpy(corner, scratch, sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(scratch);
}
