// WRONG: two blocks add to each point without atomics, beside more idle threads than are followed one by one
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/two_adds.cuh"
__global__ void add_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    TWO_ADDS; // <-- HERE
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 block(32, 8);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    set_to_zero<<<grid, block>>>(out, n);
    grid.z *= 2;
    while (grid.x * grid.y * grid.z <= 1100) grid.z += n;
    add_kernel<<<grid, block>>>(in, out, n, c);
}
