// WRONG: the result is written over the cell of the tile, which neighbours still need
// EXPECT test: 4.2/n=8
// EXPECT cause: stores into an array that it reads itself
// EXPECT todo: 4.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int B = 8;      // threads of a block in each axis
constexpr int IN = B - 2; // results

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float s[B][B][B];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int X = tx + IN * blockIdx.x, Y = ty + IN * blockIdx.y, Z = tz + IN * blockIdx.z;
    const size_t g = ((size_t)Z * n + Y) * n + X;

    s[tz][ty][tx] = (X < n && Y < n && Z < n) ? in[g] : 0.f;
    __syncthreads();

    const bool core = tx && ty && tz && tx < B - 1 && ty < B - 1 && tz < B - 1;
    const bool work = core && X < n - 1 && Y < n - 1 && Z < n - 1;
    if (work)
        s[tz][ty][tx] = c.c[0] * s[tz][ty][tx] +
                        c.c[1] * s[tz][ty][tx - 1] + c.c[2] * s[tz][ty][tx + 1] +
                        c.c[3] * s[tz][ty - 1][tx] + c.c[4] * s[tz][ty + 1][tx] +
                        c.c[5] * s[tz - 1][ty][tx] + c.c[6] * s[tz + 1][ty][tx];
    __syncthreads();
    if (work) out[g] = s[tz][ty][tx];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int interior = n - 2;
    if (interior <= 0) return;
    const int m = ceil_div(interior, IN);
    stencil_kernel<<<dim3(m, m, m), dim3(B, B, B)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
