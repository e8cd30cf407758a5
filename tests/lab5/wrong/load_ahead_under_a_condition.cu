// WRONG: the load ahead stands under the condition of the threads that compute
// EXPECT test: 5.1/n=31
// EXPECT cause: stands under a condition, so some threads do not do it

// Lab 5 with a prefetch: while one plane is computed, the plane after the next one is already on its
// way into a register.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { W = 32, H = 16, IW = W - 2, IH = H - 2, DEPTH = 24 };

struct Planes {
    float lower[H][W];
    float middle[H][W];
    float upper[H][W];
};

// The value of the grid at (z, y, x), or 0 beyond its end.
__device__ float value_at(const float *in, int n, int z, int y, int x) {
    bool ok = x < n && y < n && z < n;
    return ok ? in[(z * n + y) * n + x] : 0.0f;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Planes s;
    int tx = threadIdx.x, ty = threadIdx.y;

    int x = blockIdx.x * IW + tx;
    int y = blockIdx.y * IH + ty;
    int first = blockIdx.z * DEPTH + 1;
    int end = min(first + DEPTH, n - 1);

    bool inside_tile = tx >= 1 && tx <= IW && ty >= 1 && ty <= IH;
    bool inside_grid = x <= n - 2 && y <= n - 2;

    s.lower[ty][tx] = value_at(in, n, first - 1, y, x);
    s.middle[ty][tx] = value_at(in, n, first, y, x);
    float waiting = value_at(in, n, first + 1, y, x);

    for (int z = first; z < end; ++z) {
        s.upper[ty][tx] = waiting;
        __syncthreads();

        if (inside_tile && inside_grid) {
            waiting = value_at(in, n, z + 2, y, x); // <-- HERE
            float r = c.c[0] * s.middle[ty][tx];
            r += c.c[1] * s.middle[ty][tx - 1] + c.c[2] * s.middle[ty][tx + 1];
            r += c.c[3] * s.middle[ty - 1][tx] + c.c[4] * s.middle[ty + 1][tx];
            r += c.c[5] * s.lower[ty][tx] + c.c[6] * s.upper[ty][tx];
            out[(z * n + y) * n + x] = r;
        }

        __syncthreads();
        s.lower[ty][tx] = s.middle[ty][tx];
        s.middle[ty][tx] = s.upper[ty][tx];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(W, H, 1);
    dim3 grid(ceil_div(n - 2, IW), ceil_div(n - 2, IH), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
