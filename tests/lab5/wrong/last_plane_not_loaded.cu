// WRONG: the last step of a march loads nothing, and the sum needs the plane above it
// EXPECT test: 5.1/n=31
// EXPECT cause: The comparison `<` in this line is not the right one
// EXPECT todo: 5.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

struct Span { int from, to; };

template <int NX, int NY, int NZ>
__global__ void march(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    __shared__ float cur[NY][NX];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * (NX - 2) + x, row = blockIdx.y * (NY - 2) + y;
    bool onGrid = row < n && col < n;
    bool writes = x != 0 && y != 0 && x != NX - 1 && y != NY - 1 && row <= n - 2 && col <= n - 2;
    Span span = {int(blockIdx.z) * NZ + 1, min(int(blockIdx.z) * NZ + NZ, n - 2)}; // both included
    int step = n * n;
    int at = span.from * step + row * n + col;

    float below = 0, here = 0, above = 0;
    if (onGrid) {
        below = in[at - step];
        here = in[at];
    }
    for (int z = span.from; z <= span.to; ++z) {
        if (onGrid && z < span.to) above = in[at + step]; // <-- HERE
        cur[y][x] = here;
        __syncthreads();
        if (writes) {
            float r = c.c[0] * here;
            r += c.c[1] * cur[y][x - 1];
            r += c.c[2] * cur[y][x + 1];
            r += c.c[3] * cur[y - 1][x];
            r += c.c[4] * cur[y + 1][x];
            r += c.c[5] * below;
            r += c.c[6] * above;
            out[at] = r;
        }
        __syncthreads();
        below = here;
        here = above;
        at += step;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n <= 2) return;
    constexpr int NX = 32, NY = 8, NZ = 48;
    march<NX, NY, NZ><<<dim3(ceil_div(n - 2, NX - 2), ceil_div(n - 2, NY - 2), ceil_div(n - 2, NZ)), dim3(NX, NY)>>>(
        in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
