// WRONG: neighbouring threads have neighbouring elements, so every warp is split
// EXPECT pass: 1.3/n=1,block=32
// EXPECT pass: 1.3/n=65,block=32
// EXPECT pass: 1.3/n=4097,block=256
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3
// EXPECT test: 1.4/counter-5
// EXPECT test: 1.4/counter-6
// EXPECT test: 1.4/counter-7
// EXPECT score: 55

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = GLOBAL_THREAD;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

#include "tests/lab1/two_paths_launch.cuh"
