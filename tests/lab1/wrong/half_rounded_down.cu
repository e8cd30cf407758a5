// WRONG: n / 2 is rounded down, so the last even element is left out where it needs one more block
// EXPECT test: 1.3/n=1,block=32
// EXPECT test: 1.3/n=65,block=32
// EXPECT test: 1.3/n=4097,block=256
// EXPECT check: launch
// EXPECT pass: 1.3/n=66,block=32

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = ELEMENT_BY_BLOCK;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<2 * ceil_div(n / 2, block), block>>>(in, out, n);
}
