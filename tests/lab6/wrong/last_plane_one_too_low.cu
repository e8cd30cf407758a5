// WRONG: the last plane of a block is one too low
// EXPECT test: 6.4/n=63
// EXPECT cause: `(int)blockIdx.z * LEVELS + LEVELS - 1` in this line is one too many or one too few

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define BX 32
#define BY 8
#define LEVELS 60

__device__ float grid_value(const float *in, int n, int z, int y, int x) {
    // TODO 6.1 (load)
    if (x > n - 1 || y > n - 1 || z > n - 1) return 0.f;
    return in[((size_t)z * n + y) * n + x];
    // end 6.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float shown[BY][BX];
    const int u = threadIdx.x, v = threadIdx.y;
    const int gx = u + blockIdx.x * (BX - 2), gy = v + blockIdx.y * (BY - 2);
    const int bottom = 1 + blockIdx.z * LEVELS;
    const int top = min((int)blockIdx.z * LEVELS + LEVELS - 1, n - 2); // the last one
    const bool mine = u >= 1 && v >= 1 && u < BX - 1 && v < BY - 1 && gx < n - 1 && gy < n - 1;

    float col[3]; // z-1, z, z+1
    // TODO 6.1 (first two)
    col[0] = grid_value(in, n, bottom - 1, gy, gx);
    col[1] = grid_value(in, n, bottom, gy, gx);
    // end 6.1
    for (int z = bottom; z <= top; z++) {
        // TODO 6.2: load, show, wait
        col[2] = grid_value(in, n, z + 1, gy, gx);
        shown[v][u] = col[1];
        __syncthreads();
        // end 6.2

        // TODO 6.3: the sum
        if (mine) {
            float acc = c.c[0] * col[1] + c.c[5] * col[0] + c.c[6] * col[2];
            acc += c.c[1] * shown[v][u - 1] + c.c[2] * shown[v][u + 1];
            acc += c.c[3] * shown[v - 1][u] + c.c[4] * shown[v + 1][u];
            out[((size_t)z * n + gy) * n + gx] = acc;
        }
        // end 6.3

        // TODO 6.4: move on by one plane
        __syncthreads();
        for (int s = 1; s < 3; s++) col[s - 1] = col[s];
        // end 6.4
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(BX, BY);
    dim3 grid(ceil_div(n - 2, BX - 2), ceil_div(n - 2, BY - 2), ceil_div(n - 2, LEVELS));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
