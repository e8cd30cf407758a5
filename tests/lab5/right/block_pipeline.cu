// RIGHT: cuda::pipeline with a state that the block shares; four planes
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
namespace cg = cooperative_groups;
constexpr int T = 32, H = 16, LONG = 30;
__global__ void __launch_bounds__(T *H) stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    __shared__ float plane[4][H][T];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * (T - 2) + x, j = blockIdx.y * (H - 2) + y;
    const int first = blockIdx.z * LONG + 1, end = min(first + LONG, n - 1);
    const bool there = k < n && j < n, mine = x && x < T - 1 && y && y < H - 1 && k < n - 1 && j < n - 1;
    auto put = [&](int i) {
        pipe.producer_acquire();
        if (there && i <= end) cuda::memcpy_async(&plane[i & 3][y][x], &in[((size_t)i * n + j) * n + k], sizeof(float), pipe);
        pipe.producer_commit();
    };
    put(first - 1); put(first); put(first + 1);
    pipe.consumer_wait(); pipe.consumer_release();
    pipe.consumer_wait(); pipe.consumer_release();
    for (int i = first; i < end; ++i) {
        pipe.consumer_wait(); // plane i+1
        if (mine) {
            auto &m = plane[i & 3];
            out[((size_t)i * n + j) * n + k] = c.c[0] * m[y][x] + c.c[1] * m[y][x - 1] + c.c[2] * m[y][x + 1] + c.c[3] * m[y - 1][x] + c.c[4] * m[y + 1][x] + c.c[5] * plane[(i - 1) & 3][y][x] + c.c[6] * plane[(i + 1) & 3][y][x];
        }
        pipe.consumer_release();
        block.sync();
        put(i + 2);
    }
    pipe.consumer_wait(); pipe.consumer_release();
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n - 2, T - 2), ceil_div(n - 2, H - 2), ceil_div(n - 2, LONG)), dim3(T, H)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
