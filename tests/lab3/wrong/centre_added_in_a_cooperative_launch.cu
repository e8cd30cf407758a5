// WRONG: the centre is added once more, by a kernel that cudaLaunchCooperativeKernel launches on two axes: there is no <<<...>>> to read
// EXPECT test: 3.2/n=7
// EXPECT cause: the sum contains `in` at the point itself
#include <cooperative_groups.h>
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { SLABS = 24 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    auto grid = cooperative_groups::this_grid();
    int planes = ceil_div(n, SLABS);
    for (int first = 0; first < n; first += planes) {
        for (int q = grid.thread_rank(); q < planes * n * n; q += grid.size()) {
            int i = first + q / (n * n), j = q / n % n, k = q % n, p = (i * n + j) * n + k;
            if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c) + in[p]; // <-- HERE
        }
        grid.sync();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *args[] = {&in, &out, &n, &c};
    cudaLaunchCooperativeKernel((void *)stencil_kernel, dim3(8, 8), dim3(128), args, 0, 0);
}
