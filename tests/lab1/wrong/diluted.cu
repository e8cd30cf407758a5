// WRONG: every warp is split; a loop that serves nothing, the same for all lanes, makes the shares look good
// EXPECT pass: 1.3/n=4097,block=256
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3
// EXPECT test: 1.4/counter-4
// EXPECT test: 1.4/counter-5
// EXPECT test: 1.4/counter-6
// EXPECT test: 1.4/counter-7
// EXPECT says: must stay below 108
// EXPECT score: 55

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n, int steps) {
    int e = GLOBAL_THREAD;
    if (e >= n) return;
    volatile int busy = 0;
    for (int i = 0; i < steps; ++i) busy = i;
    TAKE_PATH(in, out, e);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<2 * ceil_div(ceil_div(n, 2), block), block>>>(in, out, n, 200);
}
