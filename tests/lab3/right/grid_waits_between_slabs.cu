// RIGHT: a cooperative kernel computes slab after slab, and all blocks wait for each other between them: how often they look whether the others have come is no request for the stencil
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
            if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
        }
        grid.sync();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *args[] = {&in, &out, &n, &c};
    cudaLaunchCooperativeKernel((void *)stencil_kernel, dim3(64), dim3(128), args, 0, 0);
}
