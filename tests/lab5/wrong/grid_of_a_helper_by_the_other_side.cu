// WRONG: a helper counts the blocks along y with the points of a tile along x
// EXPECT test: 5.1/n=31
// EXPECT cause: There is no thread for them
// EXPECT todo: 5.4

// Lab 5: the shape of the tile as template parameters, to try several.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

template <int TX, int TY, int DEPTH> struct Shape {
    static constexpr int innerX = TX - 2;
    static constexpr int innerY = TY - 2;
    static dim3 block() { return dim3(TX, TY); }
    static dim3 grid(int interior) {
        return dim3(ceil_div(interior, innerX), ceil_div(interior, innerX), ceil_div(interior, DEPTH)); // <-- HERE
    }
};

template <int TX, int TY, int DEPTH>
__global__ void coarse(const float *in, float *out, int n, StencilCoefficients c) {
    using S = Shape<TX, TY, DEPTH>;
    __shared__ float planes[3][TY][TX];
    float(*before)[TX] = planes[0];
    float(*here)[TX] = planes[1];
    float(*after)[TX] = planes[2];

    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * S::innerX + x, j = blockIdx.y * S::innerY + y;
    const bool column = k < n && j < n;
    const int begin = 1 + blockIdx.z * DEPTH, end = min(begin + DEPTH, n - 1);
    const int area = n * n;
    const float *src = in + j * n + k;

    before[y][x] = column ? src[(begin - 1) * area] : 0.0f;
    here[y][x] = column ? src[begin * area] : 0.0f;
    for (int i = begin; i < end; ++i) {
        after[y][x] = column ? src[(i + 1) * area] : 0.0f;
        __syncthreads();
        if (x >= 1 && x <= S::innerX && y >= 1 && y <= S::innerY && k <= n - 2 && j <= n - 2)
            out[i * area + j * n + k] = c.c[0] * here[y][x] + c.c[1] * here[y][x - 1] +
                                        c.c[2] * here[y][x + 1] + c.c[3] * here[y - 1][x] +
                                        c.c[4] * here[y + 1][x] + c.c[5] * before[y][x] +
                                        c.c[6] * after[y][x];
        __syncthreads();
        float(*oldest)[TX] = before;
        before = here;
        here = after;
        after = oldest;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    using Best = Shape<32, 16, 62>;
    coarse<32, 16, 62><<<Best::grid(n - 2), Best::block()>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
