// WRONG: grid.sync() in a kernel that is launched in the ordinary way
// EXPECT test: 3.2/n=3
// EXPECT check: trap
// EXPECT line: HERE
// EXPECT says: only a cooperative launch can do
#include <cooperative_groups.h>
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    auto grid = cooperative_groups::this_grid();
    for (int i = 1; i <= n - 2; ++i) {
        for (int q = grid.thread_rank(); q < n * n; q += grid.size()) {
            int j = q / n, k = q % n, p = i * n * n + q;
            if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
        }
        grid.sync(); // <-- HERE
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<64, 256>>>(in, out, n, c);
}
