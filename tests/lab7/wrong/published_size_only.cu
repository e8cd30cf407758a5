// WRONG: wide loads and stores are there for the counted size of lab.spec alone
// EXPECT pass: 7.1/n=67
// EXPECT pass: 7.2/n=132
// EXPECT test: 7.2/counter-1
// EXPECT test: 7.2/counter-2

#include "tests/lab7/pieces.cuh"
#include "tests/lab7/plain.cuh"

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
    if (n < 3) return;
    dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    if (n == 128)
        wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
