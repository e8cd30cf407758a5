// WRONG: the condition that chooses the wide kernel compares before it joins the bits, and never holds
// EXPECT test: 7.2/counter-1
// EXPECT cause: `wide_stencil_kernel` was launched in no case: the condition over its launch never held

#define PLANES 2
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
    const dim3 threads(LANES, ROWS), blocks(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    if (n > 4 && n & 1 == 0 && n % 4 == 0) { // <-- HERE
        wide_stencil_kernel<<<blocks, threads>>>(in, out, n, c);
        return;
    }
    launch_plain(in, out, n, c);
}
