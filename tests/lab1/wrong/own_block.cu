// WRONG: whatever block the caller asks for, 64 threads are launched, for which the choice of elements is easy
// EXPECT test: 1.3/n=100,block=33
// EXPECT says: the caller asked for 33 x 1 x 1
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-6

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int t = threadIdx.x, e = blockIdx.x * 64 + t % 32 * 2 + t / 32;
    if (e < n) {
        TAKE_PATH(in, out, e);
    }
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    (void)block;
    two_paths_kernel<<<ceil_div(n, 64), 64>>>(in, out, n);
}
