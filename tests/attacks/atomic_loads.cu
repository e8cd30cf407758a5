// WRONG: x slowest, and the input is read by atomics, which are no loads
// EXPECT test: 3.4/counter-1

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

struct Atomic {
    const float *data;
    __device__ float operator[](int i) const { return __int_as_float(atomicOr((int *)(data + i), 0)); }
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    int p = (i * n + j) * n + k;
    Atomic from = {in};
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(from, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), n, n), 32>>>(in, out, n, c);
}
