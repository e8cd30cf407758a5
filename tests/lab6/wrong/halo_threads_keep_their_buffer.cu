// WRONG: the planes change turns behind the continue of threads that compute nothing
// EXPECT test: 6.1/n=37
// EXPECT cause: skips the steps at the end of the loop

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int SIDE = 32;
constexpr int CORE = SIDE - 2;

// Two planes in turn: a plane is written again only two steps later, with a barrier in between.
__global__ void two_planes(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[2][SIDE][SIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * CORE + x, j = blockIdx.y * CORE + y;
    const int first = blockIdx.z * CORE + 1;
    const int end = min(first + CORE, n - 1);

    auto load = [=](int i) {
        float value = 0.0f;
        if (i < n && j < n && k < n) value = in[(i * n + j) * n + k];
        return value;
    };
    auto within = [](int a, int low, int high) { return low <= a && a <= high; };
    const bool computes = within(x, 1, CORE) && within(y, 1, CORE) && within(j, 1, n - 2) && within(k, 1, n - 2);

    int turn = 0;
    float below = load(first - 1), here = load(first), above;
    for (int i = first; i < end; ++i, below = here, here = above) {
        above = load(i + 1);
        plane[turn][y][x] = here;
        __syncthreads();
        if (!computes) continue; // <-- HERE
        const float(*now)[SIDE] = plane[turn];
        float sum = here * c.c[0];
        sum += now[y][x - 1] * c.c[1] + now[y][x + 1] * c.c[2];
        sum += now[y - 1][x] * c.c[3] + now[y + 1][x] * c.c[4];
        sum += below * c.c[5] + above * c.c[6];
        out[(i * n + j) * n + k] = sum;
        turn ^= 1;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const unsigned blocks = ceil_div(n - 2, CORE);
    two_planes<<<dim3(blocks, blocks, blocks), dim3(SIDE, SIDE)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
