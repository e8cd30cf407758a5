// WRONG: both paths for nearly all elements, stored by atomicExch, which is no store; two good blocks beside them
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3
// EXPECT says: no plain store for it
#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void both_paths_kernel(const int *in, int *out, int n, int from) {
    int e = from + GLOBAL_THREAD;
    if (e >= n) return;
    unsigned a = in[e], b = in[e];
    for (int round = 0; round < 16; round++) {
        a = (a ^ a >> 15) * 0x2c1b3c6du;
        b = (b ^ b << 7) + 0x9e3779b9u;
    }
    atomicExch(out + e, e % 2 ? b : a);
}
__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = 2 * threadIdx.x + blockIdx.x;
    if (e >= n) return;
    TAKE_PATH(in, out, e);
}
void launch_two_paths(const int *in, int *out, int n, int block) {
    int few = min(n, 2 * block);
    two_paths_kernel<<<2, block>>>(in, out, few);
    if (n > few) both_paths_kernel<<<ceil_div(n - few, block), block>>>(in, out, n, few);
}
