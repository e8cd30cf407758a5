// RIGHT: the first half of the blocks takes the even elements, the second half the odd ones

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int half = gridDim.x / 2;
    int parity = (int)blockIdx.x >= half;
    int e = 2 * ((int)(blockIdx.x - parity * half) * (int)blockDim.x + (int)threadIdx.x) + parity;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}

#include "tests/lab1/two_paths_launch.cuh"
