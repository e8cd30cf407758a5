// WRONG: samples are counted in 16 bits, which end at 65535
// EXPECT test: 3.1/n=66000..90000
// EXPECT pass: 3.1/n=4093
// EXPECT score: 99

#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void slope(const float *f, float *df, int n, float h) {
    // TODO 3.1: the thread's sample
    const unsigned short at = threadIdx.x + blockIdx.x * blockDim.x;
    if (at < 1 || at > n - 2) return;
    const float rise = f[at + 1] - f[at - 1];
    df[at] = rise / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1: one thread a sample
    const int threads = 128;
    const int blocks = ceil_div(n, threads);
    slope<<<blocks, threads>>>(f, df, n, h);
    // end 3.1
}

__global__ void seven(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: point, guard, formula
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    const int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x < 1 || x >= n - 1) return;
    if (y < 1 || y >= n - 1) return;
    if (z < 1 || z >= n - 1) return;
    const int plane = n * n;
    const int p = z * plane + y * n + x;
    float sum = c.c[0] * in[p];
    sum += c.c[1] * in[p - 1];
    sum += c.c[2] * in[p + 1];
    sum += c.c[3] * in[p - n];
    sum += c.c[4] * in[p + n];
    sum += c.c[5] * in[p - plane];
    sum += c.c[6] * in[p + plane];
    out[p] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: the block
    dim3 threads(32, 4, 2);
    // end 3.4

    // TODO 3.3: the grid
    dim3 blocks(ceil_div(n, threads.x), ceil_div(n, threads.y), ceil_div(n, threads.z));
    // end 3.3
    seven<<<blocks, threads>>>(in, out, n, c);
}
