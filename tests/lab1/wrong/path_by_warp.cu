// WRONG: the path is chosen by the warp's number: no divergence, and another result
// EXPECT test: 1.3/n=2,block=32
// EXPECT test: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.4/counter-1
// EXPECT says: the path is chosen by the warp's number, not by the parity of the element

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = GLOBAL_THREAD;
    if (e >= n) return;
    if (threadIdx.x / warpSize % 2 == 0)
        out[e] = even_path(in[e]);
    else
        out[e] = odd_path(in[e]);
}

#include "tests/lab1/two_paths_launch.cuh"
