// WRONG: the element is computed for blocks of 256, whatever the size of the block is
// EXPECT pass: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.3/n=100,block=33
// EXPECT pass: 1.4/counter-1
// EXPECT test: 1.4/counter-4

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = 2 * (blockIdx.x / 2 * 256 + threadIdx.x) + blockIdx.x % 2;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

#include "tests/lab1/two_paths_launch.cuh"
