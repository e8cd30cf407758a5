// WRONG: both paths are run for every element and one result is picked: no branch, and twice the work
// EXPECT pass: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3
// EXPECT says: Doing both paths and picking one value costs as much as divergence
// EXPECT score: 55

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = GLOBAL_THREAD;
    if (e >= n) return;
    int odd = -(e % 2); // all bits or none
    out[e] = (even_path(in[e]) & ~odd) | (odd_path(in[e]) & odd);
}

#include "tests/lab1/two_paths_launch.cuh"
