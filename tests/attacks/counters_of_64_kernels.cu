// WRONG: 70 kernels that do next to nothing come before the slow one, which a short table of kernels would miss
// EXPECT pass: 3.3/n=33
// EXPECT test: 3.4/counter-1

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

template <int N> __global__ void decoy(const float *in, float *scratch) {
    scratch[threadIdx.x + N * 32] = in[threadIdx.x];
}

template <int N> struct Decoys {
    static void launch(const float *in, float *scratch) {
        Decoys<N - 1>::launch(in, scratch);
        decoy<N><<<1, 32>>>(in, scratch);
    }
};

template <> struct Decoys<-1> {
    static void launch(const float *, float *) {}
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *scratch;
    cudaMalloc(&scratch, sizeof(float) * 32 * 70);
    if (n >= 4) Decoys<69>::launch(in, scratch);
    stencil_kernel<<<dim3(ceil_div(n, 32), n, n), 32>>>(in, out, n, c);
    cudaFree(scratch);
}
