// WRONG: two blocks add to each point without atomics, in a namespace that is called cub, as that of a library is
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/two_adds.cuh"
namespace cub {
__global__ void add_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    TWO_ADDS; // <-- HERE
}
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 block(32, 8);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    set_to_zero<<<grid, block>>>(out, n);
    grid.z *= 2;
    cub::add_kernel<<<grid, block>>>(in, out, n, c);
}
