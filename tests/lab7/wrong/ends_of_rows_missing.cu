// WRONG: as many blocks in x as are full: the last points of the rows are missing
// EXPECT test: 7.2/n=132
// EXPECT test: 7.2/n=136
// EXPECT pass: 7.2/n=128
// EXPECT pass: 7.1/n=129
// EXPECT score: 94

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

#include "tests/lab7/plain.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(max(n / 4 / LANES, 1), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    if (n % 4 == 0)
        wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
