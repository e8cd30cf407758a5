// WRONG: a helper reads the element, and its caller asks for the end behind that
// EXPECT test: 1.3/n=1,block=32
// EXPECT check: out-of-bounds
// EXPECT cause: it comes too late

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__device__ int path_of(const int *in, int e, int n) {
    int value = in[e]; // <-- HERE
    if (e >= n) return 0;
    return e & 1 ? odd_path(value) : even_path(value);
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = ELEMENT_BY_BLOCK;
    int result = path_of(in, e, n);
    if (e < n) out[e] = result;
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<2 * ceil_div(ceil_div(n, 2), block), block>>>(in, out, n);
}
