// WRONG: two blocks add to each point without atomics, and are launched in clusters of two blocks
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/two_adds.cuh"
__global__ void add_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    TWO_ADDS; // <-- HERE
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 block(32, 8);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    set_to_zero<<<grid, block>>>(out, n);
    grid.z *= 2;
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {1, 1, 2};
    const cudaLaunchConfig_t config = {grid, block, 0, 0, &cluster, 1};
    cudaLaunchKernelEx(&config, add_kernel, in, out, n, c);
}
