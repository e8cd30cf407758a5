// RIGHT: eight blocks at most, each marching over the elements of its parity

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int blocks = gridDim.x / 2; // of each parity
    int step = 2 * blocks * blockDim.x;
    for (int e = ELEMENT_BY_BLOCK; e < n; e += step) {
        TAKE_PATH(in, out, e);
    }
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<2 * min(4, ceil_div(ceil_div(n, 2), block)), block>>>(in, out, n);
}
