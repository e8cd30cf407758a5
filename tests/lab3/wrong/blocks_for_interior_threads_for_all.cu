// WRONG: the kernel numbers all points of a plane, and the blocks are counted for the interior ones
// EXPECT test: 3.3/n=33
// EXPECT cause: too few blocks along x

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

static const int THREADS = 256;

// TODO 3.1
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    bool has_both_neighbours = id > 0 && id + 1 < n;
    if (has_both_neighbours) {
        df[id] = (f[id + 1] - f[id - 1]) / (2.0f * h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// TODO 3.2: blockIdx.y is the plane (without the first and the last one). In the plane the points are numbered
// row after row, as they lie in memory: number = j * n + k.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int number = blockIdx.x * blockDim.x + threadIdx.x;
    int j = number / n;
    int k = number - j * n;
    int i = blockIdx.y + 1;
    if (j < 1 || j > n - 2 || k < 1 || k > n - 2) return;

    const float *below = in + (i - 1) * n * n;
    const float *here = below + n * n;
    const float *above = here + n * n;
    float sum = c.c[0] * here[number];
    sum += c.c[1] * here[number - 1];
    sum += c.c[2] * here[number + 1];
    sum += c.c[3] * here[number - n];
    sum += c.c[4] * here[number + n];
    sum += c.c[5] * below[number];
    sum += c.c[6] * above[number];
    out[i * n * n + number] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int inner = n - 2;
    if (inner <= 0) return;
    // TODO 3.4: 256 threads in a row, so a warp always has 32 neighbours
    dim3 block(THREADS);
    // TODO 3.3
    dim3 grid(ceil_div(inner * inner, THREADS), inner); // <-- HERE
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
