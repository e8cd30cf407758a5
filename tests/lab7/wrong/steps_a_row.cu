// WRONG: the march moves on by a row, not by a plane
// EXPECT test: 7.1/n=5
// EXPECT cause: The product with `n` in this line has a factor too many or too few
// EXPECT todo: 7.1

#include "common/grid.h"
#include "common/stencil.h"

enum { ACROSS = 32, DOWN = 4, ROWS = 2, LAYERS = 3 };

__device__ float add_up(StencilCoefficients c, float centre, float left, float right, float low, float high,
                        float below, float above) {
    float sum = c.c[0] * centre;
    sum += c.c[1] * left + c.c[2] * right;
    sum += c.c[3] * low + c.c[4] * high;
    return sum + c.c[5] * below + c.c[6] * above;
}

__global__ void narrow(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    const int from = 1 + blockIdx.z * LAYERS, to = min(from + LAYERS, n - 1);
    // TODO 7.1: the plain kernel
    if (x >= n - 1 || y >= n - 1) return;
    const int layer = n * n;
    int p = (from * n + y) * n + x;
    float below = in[p - layer], here = in[p];
    for (int z = from; z < to; z++) {
        const float above = in[p + layer];
        const float left = in[p - 1], right = in[p + 1];
        const float low = in[p - n], high = in[p + n];
        out[p] = add_up(c, here, left, right, low, high, below, above); // <-- HERE
        below = here;
        here = above;
        p += n; // <-- HERE
    }
    // end 7.1
}

__device__ float4 get(const float *__restrict__ in, int p) {
    float4 v = {0, 0, 0, 0};
    // TODO 7.2 (load): four points
    v = *(const float4 *)(in + p);
    // end 7.2
    return v;
}

__device__ void put(float *__restrict__ out, int p, int x, int n, float4 v) {
    // TODO 7.2 (store): four points, or three
    if (x > 0 && x + 4 < n) {
        *(float4 *)(out + p) = v;
        return;
    }
    if (x > 0) out[p] = v.x;
    out[p + 1] = v.y;
    out[p + 2] = v.z;
    if (x + 4 < n) out[p + 3] = v.w;
    // end 7.2
}

__device__ float at_end(const float *__restrict__ in, int p, int x, int n) {
    float v = 0;
    // TODO 7.2 (ends): beyond the warp
    if (threadIdx.x == 0 && x > 0) v = in[p - 1];
    if (threadIdx.x == ACROSS - 1 && x + 4 < n) v = in[p + 4];
    // end 7.2
    return v;
}

__device__ float2 beside(float4 v, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): of the lanes beside
    sides.x = __shfl_up_sync(~0u, v.w, 1);
    sides.y = __shfl_down_sync(~0u, v.x, 1);
    if (threadIdx.x == 0) sides.x = end;
    if (threadIdx.x == ACROSS - 1) sides.y = end;
    // end 7.2
    return sides;
}

__device__ int place(int x, int y, int z, int n) {
    return (min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

__global__ void wide(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    const int group = threadIdx.x + blockIdx.x * ACROSS;
    const int x = min(4 * group, n - 4);
    const int y = 1 + ROWS * (threadIdx.y + blockIdx.y * DOWN);
    const int z = 1 + LAYERS * blockIdx.z;
    // TODO 7.3: the brick
    if (y >= n - 1) return;
    float4 v[LAYERS + 2][ROWS + 2];
#pragma unroll
    for (int i = 0; i < LAYERS + 2; i++) {
#pragma unroll
        for (int j = 0; j < ROWS + 2; j++) {
            const int from_row = y + j - 1, from_layer = z + i - 1;
            v[i][j] = get(in, place(x, from_row, from_layer, n));
        }
    }
#pragma unroll
    for (int i = 1; i <= LAYERS; i++) {
#pragma unroll
        for (int j = 1; j <= ROWS; j++) {
            const int to_row = y + j - 1, to_layer = z + i - 1;
            const int p = place(x, to_row, to_layer, n);
            const float4 m = v[i][j], low = v[i][j - 1], high = v[i][j + 1];
            const float4 below = v[i - 1][j], above = v[i + 1][j];
            const float2 s = beside(m, at_end(in, p, x, n));
            float4 sum;
            sum.x = add_up(c, m.x, s.x, m.y, low.x, high.x, below.x, above.x);
            sum.y = add_up(c, m.y, m.x, m.z, low.y, high.y, below.y, above.y);
            sum.z = add_up(c, m.z, m.y, m.w, low.z, high.z, below.z, above.z);
            sum.w = add_up(c, m.w, m.z, s.y, low.w, high.w, below.w, above.w);
            if (4 * group < n && to_row < n - 1 && to_layer < n - 1) put(out, p, x, n, sum);
        }
    }
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 threads(ACROSS, DOWN, 1);
    if (n % 4 == 0 && n > 4) {
        dim3 blocks(ceil_div(n / 4, ACROSS), ceil_div(n - 2, ROWS * DOWN), ceil_div(n - 2, LAYERS));
        wide<<<blocks, threads>>>(in, out, n, c);
    } else {
        dim3 blocks(ceil_div(n - 2, ACROSS), ceil_div(n - 2, DOWN), ceil_div(n - 2, LAYERS));
        narrow<<<blocks, threads>>>(in, out, n, c);
    }
}
