// WRONG: the last bit of the element is cleared, so nobody has the odd ones
// EXPECT test: 1.3/n=31,block=7
// EXPECT cause: rounds down to a multiple

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/two_paths.h"  // even_path, odd_path, launch_by_parity, launch_two_paths
#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_by_parity.cuh"

__device__ int element_of_thread() {
    // TODO 1.4: give all threads of a warp elements of one parity.
    return (2 * (blockIdx.x / 2 * blockDim.x + threadIdx.x) + blockIdx.x % 2) & ~1; // <-- HERE
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = element_of_thread();
    if (e >= n) return;
    if (e & 1)
        out[e] = odd_path(in[e]);
    else
        out[e] = even_path(in[e]);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    const int pairs = ((n + 1) / 2 + block - 1) / block;
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
