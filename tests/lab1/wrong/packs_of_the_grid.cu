// WRONG: the choice is made for 32 threads of the grid, which are no warp where a block is no multiple of 32
// EXPECT pass: 1.3/n=1021,block=100
// EXPECT pass: 1.4/counter-1
// EXPECT pass: 1.4/counter-2
// EXPECT pass: 1.4/counter-3
// EXPECT pass: 1.4/counter-5
// EXPECT test: 1.4/counter-6
// EXPECT test: 1.4/counter-7
// EXPECT says: A warp never reaches over the edge of a block

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int t = GLOBAL_THREAD, place = t % 64;
    int e = t - place + 2 * (place % 32) + place / 32;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<ceil_div(n + 63, block), block>>>(in, out, n);
}
