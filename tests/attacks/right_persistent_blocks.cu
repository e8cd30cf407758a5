// RIGHT: few blocks draw rows from a counter until none is left
// EXPECT time: missed
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ int drawn;
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ int row;
    for (;;) {
        if (threadIdx.x == 0) row = atomicAdd(&drawn, 1);
        __syncthreads();
        int mine = row;
        __syncthreads();
        if (mine >= n * n) return;
        int i = mine / n, j = mine % n;
        for (int k = threadIdx.x; k < n; k += blockDim.x)
            if (INTERIOR(i, j, k, n)) { int p = (i * n + j) * n + k; out[p] = SEVEN_POINTS(in, p, n, c); }
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *counter;
    cudaGetSymbolAddress(&counter, drawn);
    cudaMemsetAsync(counter, 0, 4);
    stencil_kernel<<<20, 64>>>(in, out, n, c);
}
