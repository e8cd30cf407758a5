// WRONG: the kernel has no guard
// EXPECT test: 1.3/n=1,block=32
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT pass: 1.2/n=33,block=32

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = ELEMENT_BY_BLOCK;
    TAKE_PATH(in, out, e); // <-- HERE
}

#include "tests/lab1/two_paths_launch.cuh"
