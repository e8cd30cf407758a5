// WRONG: shuffles, votes and matches with masks, lanes and widths from data
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out, int n) {
    unsigned junk = __float_as_uint(in[threadIdx.x % n]) * (threadIdx.x + 1), result = 0;
    if (threadIdx.x % 3 == 0) {
        asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %1, %2, %3, %4; }" : "=r"(result) : "r"(junk), "r"(junk), "r"(junk), "r"(junk | 1));
        asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, %2, %3, %4; }" : "+r"(result) : "r"(junk), "r"(~0u), "r"(~0u), "r"(0));
        result += __ballot_sync(junk, junk & 1);
        result += __match_any_sync(0, junk);
        __syncwarp(junk);
    }
    result += __shfl_xor_sync(~0u, result, junk, 32);
    out[threadIdx.x] = result;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}
