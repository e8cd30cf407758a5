// WRONG: as many blocks in z as fit into the grid: the last planes are missing
// EXPECT test: 7.2/n=132
// EXPECT test: 7.3/n=100
// EXPECT pass: 7.1/n=257..259/2
// EXPECT pass: 7.2/n=8
// EXPECT says: Nothing was written

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
    dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS), max((n - 2) / PLANES, 1));
    if (n % 4 == 0)
        wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
