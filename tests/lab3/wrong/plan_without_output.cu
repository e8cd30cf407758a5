// WRONG: the plan of the call before is used again with another `out`
// EXPECT test: 3.2/n=7
// EXPECT says: and another array for its results
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// df[i] = (f[i+1] - f[i-1]) / (2h) wherever both neighbours exist.
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // 3.1: the thread's sample, guarded
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The first and the last sample lack a neighbour, and threads past n have no sample.
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // 3.1: one thread a sample
    int block = 256;
    int grid = ceil_div(n, block);
    derivative_kernel<<<grid, block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// The seven-point stencil at one point: i = z, j = y, k = x.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // 3.2: the thread's point, the guard, the formula
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;

    int row = n;       // distance of neighbours in y
    int plane = n * n; // distance of neighbours in z
    int p = i * plane + j * row + k;
    out[p] = c.c[0] * in[p] +                                 // centre
             c.c[1] * in[p - 1] + c.c[2] * in[p + 1] +        // x
             c.c[3] * in[p - row] + c.c[4] * in[p + row] +    // y
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane]; // z
    // end 3.2
}

// What a launch needs, made once for a grid.
struct Plan {
    const float *in;
    float *out;
    int n;
    dim3 grid, block;
};

static Plan make_plan(const float *in, float *out, int n) {
    Plan plan;
    plan.in = in;
    plan.out = out;
    plan.n = n;
    plan.block = dim3(32, 8, 1);
    plan.grid = dim3(ceil_div(n, plan.block.x), ceil_div(n, plan.block.y), ceil_div(n, plan.block.z));
    return plan;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static Plan plan = {};
    if (plan.in != in || plan.n != n) plan = make_plan(in, out, n); // another grid: another plan // <-- HERE
    stencil_kernel<<<plan.grid, plan.block>>>(plan.in, plan.out, plan.n, c);
    CUDA_CHECK(cudaGetLastError());
}
