// WRONG: a thread whose first point is on the boundary returns, and its second point is left out
// EXPECT test: 3.3/n=34
// EXPECT cause: the condition holds for the next statement alone

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// ---- 3.1 ----
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    const int step = gridDim.x * blockDim.x;
    for (int s = blockIdx.x * blockDim.x + threadIdx.x; s < n - 1; s += step)
        if (s > 0) df[s] = (f[s + 1] - f[s - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    const int threads = 192;
    const int enough = ceil_div(n, threads);
    const int blocks = enough < 2048 ? enough : 2048;
    derivative_kernel<<<blocks, threads>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 3.2 ----
enum { LANES = 32, ROWS = 8, PER_THREAD = 2, SPAN = LANES * PER_THREAD }; // a block covers SPAN points of a row

struct Grid {
    const float *in;
    float *out;
    int n;
    StencilCoefficients c;

    __device__ void compute(int i, int j, int k) const {
        const int dy = n, dz = n * n;
        const int at = i * dz + j * dy + k;
        out[at] = c.c[0] * in[at]
                + c.c[1] * in[at - 1]  + c.c[2] * in[at + 1]
                + c.c[3] * in[at - dy] + c.c[4] * in[at + dy]
                + c.c[5] * in[at - dz] + c.c[6] * in[at + dz];
    }
};

__global__ void stencil_kernel(Grid g) {
    const int last = g.n - 2; // the last interior point of an axis
    const int i = blockIdx.z;
    const int j = blockIdx.y * ROWS + threadIdx.y;
    int k = blockIdx.x * SPAN + threadIdx.x;
    if (i < 1 || i > last) return;
    if (j < 1 || j > last) return;

    if (k < 1 || k > last) return; // <-- HERE
    g.compute(i, j, k);

    k += LANES;
    if (k > last) return;
    g.compute(i, j, k);
}

// ---- 3.3 and 3.4 ----
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 block(LANES, ROWS, 1);
    const dim3 grid(ceil_div(n, SPAN), ceil_div(n, ROWS), n);
    const Grid g = {in, out, n, c};
    stencil_kernel<<<grid, block>>>(g);
    CUDA_CHECK(cudaGetLastError());
}
