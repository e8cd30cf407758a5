// WRONG: as many blocks as n elements fill, so one for the odd elements is missing now and then
// EXPECT test: 1.3/n=2,block=32
// EXPECT test: 1.3/n=66,block=32
// EXPECT pass: 1.3/n=1,block=32
// EXPECT pass: 1.3/n=64,block=32
// EXPECT pass: 1.3/n=65,block=32
// EXPECT test: 1.4/counter-1
// EXPECT pass: 1.4/counter-6

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = ELEMENT_BY_BLOCK;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<ceil_div(n, block), block>>>(in, out, n);
}
