// WRONG: no warp is split, but one of 4 lanes is given as much work as a full one and loops eight times
// EXPECT pass: 1.3/n=1021,block=100
// EXPECT pass: 1.4/counter-2
// EXPECT pass: 1.4/counter-5
// EXPECT test: 1.4/counter-6
// EXPECT test: 1.4/counter-7

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int warps = ceil_div(blockDim.x, 32);
    int pack = blockIdx.x * warps + threadIdx.x / 32;
    int lanes = min(32, (int)blockDim.x - (int)threadIdx.x / 32 * 32); // of this warp
    for (int parity = 0; parity < 2; ++parity)
        for (int place = threadIdx.x % 32; place < 32; place += lanes) {
            int e = 64 * pack + 2 * place + parity;
            if (e >= n) break;
            TAKE_PATH(in, out, e);
        }
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<ceil_div(ceil_div(n, 64), ceil_div(block, 32)), block>>>(in, out, n);
}
