// WRONG: only rows whose length is a multiple of 4 are computed
// EXPECT test: 7.1/n=3
// EXPECT test: 7.1/n=6
// EXPECT test: 7.1/n=129
// EXPECT pass: 7.1/n=4
// EXPECT pass: 7.2/n=136
// EXPECT score: 70

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
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
    if (n < 3 || n % 4) return;
    dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
}
