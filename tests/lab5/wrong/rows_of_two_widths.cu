// WRONG: points are numbered in rows of 30, and the row is found by dividing by 32
// EXPECT test: 5.4/n=33
// EXPECT cause: Rows have one length

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// The threads have no place of their own in the tile: in each phase they share out the cells anew. So no
// thread idles in the halo while the sums are computed.
struct Shape {
    static constexpr int outer = 32;          // loaded, in x and in y
    static constexpr int inner = outer - 2;   // computed, in x and in y
    static constexpr int planes = 30;         // computed, in z
    static constexpr int threads = 512;
};

template <typename S, typename Body> __device__ void share_out(int count, Body body) {
    for (int number = threadIdx.x; number < count; number += S::threads) body(number);
}

template <typename S>
__global__ void coarse(const float *in, float *out, int n, StencilCoefficients c) {
    constexpr int cells = S::outer * S::outer;
    __shared__ float down[cells], mid[cells], up[cells];
    const int k0 = blockIdx.x * S::inner;
    const int j0 = blockIdx.y * S::inner;
    const int from = 1 + blockIdx.z * S::planes;
    const int to = min(from + S::planes, n - 1);

    auto load = [&](float *plane, int i) {
        share_out<S>(cells, [&](int cell) {
            const int j = j0 + cell / S::outer;
            const int k = k0 + cell % S::outer;
            plane[cell] = (i < n && j < n && k < n) ? in[(i * n + j) * n + k] : 0.0f;
        });
    };

    load(down, from - 1);
    load(mid, from);
    for (int i = from; i < to; ++i) {
        load(up, i + 1);
        __syncthreads();
        share_out<S>(S::inner * S::inner, [&](int point) {
            const int y = 1 + point / S::outer; // <-- HERE
            const int x = 1 + point % S::inner;
            const int j = j0 + y, k = k0 + x;
            if (j > n - 2 || k > n - 2) return;
            const float *centre = mid + y * S::outer + x;
            out[(i * n + j) * n + k] = c.c[0] * centre[0] + c.c[1] * centre[-1] + c.c[2] * centre[1] +
                                       c.c[3] * centre[-S::outer] + c.c[4] * centre[S::outer] +
                                       c.c[5] * down[y * S::outer + x] + c.c[6] * up[y * S::outer + x];
        });
        __syncthreads();
        share_out<S>(cells, [&](int cell) {
            down[cell] = mid[cell];
            mid[cell] = up[cell];
        });
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const int tiles = ceil_div(n - 2, Shape::inner);
    coarse<Shape><<<dim3(tiles, tiles, ceil_div(n - 2, Shape::planes)), Shape::threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
