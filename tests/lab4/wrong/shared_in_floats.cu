// WRONG: the launch counts the floats of its dynamic shared memory, not the bytes
// EXPECT test: 4.1/n=3
// EXPECT cause: 768 elements of 4 bytes would be enough
// EXPECT todo: 4.4

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A flat tile of W x H points, three layers deep, that goes up through PLANES planes. The layers change places.
#define W 32
#define H 8
#define PLANES 16
#define LAYER (W * H)

extern __shared__ float layers[];

__device__ inline void put(float *layer, const float *in, int n, int z, int gy, int gx) {
    const int cell = threadIdx.y * W + threadIdx.x;
    if (gx < n && gy < n && z < n) layer[cell] = in[((size_t)z * n + gy) * n + gx];
}

__global__ void marching_tile(const float *in, float *out, int n, StencilCoefficients c) {
    float *low = layers, *mid = layers + LAYER, *top = layers + 2 * LAYER;
    const int tx = threadIdx.x, ty = threadIdx.y, cell = ty * W + tx;
    const int gx = blockIdx.x * (W - 2) + tx, gy = blockIdx.y * (H - 2) + ty;
    const int z0 = 1 + blockIdx.z * PLANES, z1 = min(z0 + PLANES, n - 1);
    const bool mine = tx > 0 && tx < W - 1 && ty > 0 && ty < H - 1 && gx < n - 1 && gy < n - 1;

    put(low, in, n, z0 - 1, gy, gx);
    put(mid, in, n, z0, gy, gx);
    for (int z = z0; z < z1; z++) {
        put(top, in, n, z + 1, gy, gx);
        __syncthreads();
        if (mine) {
            float v = c.c[0] * mid[cell];
            v += c.c[1] * mid[cell - 1] + c.c[2] * mid[cell + 1];
            v += c.c[3] * mid[cell - W] + c.c[4] * mid[cell + W];
            v += c.c[5] * low[cell] + c.c[6] * top[cell];
            out[((size_t)z * n + gy) * n + gx] = v;
        }
        __syncthreads();
        float *free_layer = low;
        low = mid;
        mid = top;
        top = free_layer;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 block(W, H), grid(ceil_div(n - 2, W - 2), ceil_div(n - 2, H - 2), ceil_div(n - 2, PLANES));
    marching_tile<<<grid, block, 3 * LAYER>>>(in, out, n, c); // <-- HERE
    CUDA_CHECK(cudaGetLastError());
}
