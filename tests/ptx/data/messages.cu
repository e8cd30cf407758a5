// printf and assert from a kernel: declared functions, call sequences, strings, a local depot.
#include <cassert>
#include <cstdio>

__global__ void check_range(const int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(n > 0);
    if (i < n && values[i] < 0) printf("values[%d] = %d, %f\n", i, values[i], 0.5);
}
