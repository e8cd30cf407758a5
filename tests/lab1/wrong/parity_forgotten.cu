// WRONG: the blocks for the odd elements take the even ones once more
// EXPECT test: 1.3/n=2,block=32
// EXPECT test: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.3/n=1,block=32
// EXPECT says: several threads write the same element

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = 2 * (blockIdx.x / 2 * blockDim.x + threadIdx.x);
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

#include "tests/lab1/two_paths_launch.cuh"
