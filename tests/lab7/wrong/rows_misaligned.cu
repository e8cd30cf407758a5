// WRONG: float4 for every n, where most rows do not begin at a multiple of 16 bytes
// EXPECT test: 7.1/n=31
// EXPECT test: 7.1/n=34
// EXPECT pass: 7.2/n=128
// EXPECT check: misaligned
// EXPECT line: HERE

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    float4 below = FOUR(p - plane), here = FOUR(p), above; // <-- HERE
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        STORE;
        MOVE_ON;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 4) return;
    dim3 grid(ceil_div(ceil_div(n, 4), LANES), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
}
