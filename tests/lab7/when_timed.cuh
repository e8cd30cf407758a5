// A right launch_stencil, with all counted points, but for n from 300 to before LARGE_END: there the submission's own launch_large does
// the work. It is to be defined behind this file.
#ifndef LARGE_END
#define LARGE_END 516 // some blocks of larger grids are looked at, too: tests/lab7/wrong/four_blocks_a_row
#endif
#define PLANES 6
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

static void launch_large(const float *in, float *out, int n, StencilCoefficients c);

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    if (n >= 300 && n < LARGE_END)
        launch_large(in, out, n, c);
    else if (n % 4 == 0)
        wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
