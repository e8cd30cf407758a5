// WRONG: where its time is taken, a wrong result comes by way of memory of its own
// EXPECT pass: 7.1/n=257..259/2
// EXPECT score: 100
// EXPECT withheld: 20

#include "tests/lab7/when_timed.cuh"

__global__ void to_scratch(const float *in, float *scratch, size_t count) {
    size_t p = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (p < count) scratch[p] = 2 * in[p]; // <-- HERE
}

__global__ void from_scratch(const float *scratch, float *out, size_t count) {
    size_t p = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (p < count) out[p] = scratch[p];
}

static void launch_large(const float *in, float *out, int n, StencilCoefficients c) {
    size_t count = (size_t)n * n * n;
    int blocks = ceil_div((int)count, 256);
    float *scratch;
    if (cudaMalloc(&scratch, 4 * count) != cudaSuccess) return;
    to_scratch<<<blocks, 256>>>(in, scratch, count);
    from_scratch<<<blocks, 256>>>(scratch, out, count);
    cudaFree(scratch);
}
