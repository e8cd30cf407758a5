// WRONG: the two numbers of a choice stand the other way round
// EXPECT test: 1.2/n=33,block=32
// EXPECT cause: is the other way round
// EXPECT todo: 1.2

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/two_paths.h"  // even_path, odd_path, launch_by_parity, launch_two_paths
#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    int factor;
    // TODO 1.2: find out why even elements come out negated too, and mend it.
    factor = tid % 2 ? 2 : -1; // <-- HERE
    // end 1.2
    out[tid] = factor * in[tid];
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
