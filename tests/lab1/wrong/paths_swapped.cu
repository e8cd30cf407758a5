// WRONG: odd elements take the even path
// EXPECT test: 1.3/n=31,block=7
// EXPECT says: the two paths are swapped

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = ELEMENT_BY_BLOCK;
    if (e >= n) return;
    if (e & 1)
        out[e] = even_path(in[e]);
    else
        out[e] = odd_path(in[e]);
}

#include "tests/lab1/two_paths_launch.cuh"
