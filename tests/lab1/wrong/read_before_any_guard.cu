// WRONG: the element is read before any condition; the launch stands in a header, so that no change can be tried
// EXPECT test: 1.3/n=1,block=32
// EXPECT test: 1.3/n=65,block=32
// EXPECT check: out-of-bounds
// EXPECT cause: No condition keeps any thread away
// EXPECT todo: 1.3

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): write even_path(in[e]) or odd_path(in[e]) to out[e], as the parity of e asks.
    int e = ELEMENT_BY_BLOCK;
    int value = in[e]; // <-- HERE
    int result;
    if (e % 2 == 0)
        result = even_path(value);
    else
        result = odd_path(value);
    if (e < n) out[e] = result;
    // end 1.3
}

#include "tests/lab1/two_paths_launch.cuh"
