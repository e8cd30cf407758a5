// WRONG: 16 threads of a warp have even elements, 16 odd ones
// EXPECT pass: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int t = GLOBAL_THREAD, place = t % 32;
    int e = t - place + 2 * (place % 16) + place / 16;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<ceil_div(n + 31, block), block>>>(in, out, n);
}
