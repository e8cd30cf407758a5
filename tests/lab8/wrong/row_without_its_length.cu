// WRONG: a row is not multiplied by its length where the place of a march begins
// EXPECT test: 8.3/n=32
// EXPECT cause: has a factor too many or too few

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    extern __shared__ double plane[];
    int t = blockDim.x, x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * (t - 2) + x,
        j = blockIdx.y * (t - 2) + y;
    int first = blockIdx.z * 40 + 1, end = min(first + 40, n - 1), step = n * n, p = first * step + j + k; // <-- HERE
    bool inside = j < n && k < n, inner = x && x < t - 1 && y && y < t - 1 && j <= n - 2 && k <= n - 2;
    double below = inside ? in[p - step] : 0, here = inside ? in[p] : 0, *cell = plane + y * t + x;
    for (int i = first; i < end; ++i, p += step) {
        double above = inside ? in[p + step] : 0;
        *cell = here;
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * here + c.c[1] * cell[-1] + c.c[2] * cell[1] + c.c[3] * cell[-t] +
                     c.c[4] * cell[t] + c.c[5] * below + c.c[6] * above;
        __syncthreads();
        below = here, here = above;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, 14), ceil_div(n - 2, 14), ceil_div(n - 2, 40));
    double_kernel<<<grid, dim3(16, 16), 16 * 16 * sizeof(double)>>>(in, out, n, c);
}
