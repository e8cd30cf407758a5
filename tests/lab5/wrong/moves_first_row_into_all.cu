// WRONG: in the loop over rows the first row is moved into each of them
// EXPECT test: 5.2/n=63
// EXPECT cause: `ty` in this line is not what belongs there
// EXPECT todo: 5.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int TX = 32, TY = 32, BY = 8, ROWS = TY / BY; // a thread has ROWS rows of the tile
constexpr int STEPS = 31;

__device__ float fetch(const float *in, int n, int z, int y, int x) {
    if (x >= n || y >= n || z >= n) return 0.0f;
    return in[(z * n + y) * n + x];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float prv[TY][TX], cur[TY][TX], nxt[TY][TX];
    int tx = threadIdx.x, ty = threadIdx.y;
    int X = blockIdx.x * (TX - 2) + tx, Y0 = blockIdx.y * (TY - 2);
    int z0 = 1 + blockIdx.z * STEPS;
    for (int r = ty; r < TY; r += BY) {
        prv[r][tx] = fetch(in, n, z0 - 1, Y0 + r, X);
        cur[r][tx] = fetch(in, n, z0, Y0 + r, X);
    }
    for (int s = 0; s < STEPS; s++) {
        int z = z0 + s;
        if (z > n - 2) break; // the same for the whole block
        for (int r = ty; r < TY; r += BY)
            nxt[r][tx] = fetch(in, n, z + 1, Y0 + r, X);
        __syncthreads();
        for (int r = ty; r < TY; r += BY) {
            int Y = Y0 + r;
            if (r == 0 || r == TY - 1 || tx == 0 || tx == TX - 1 || Y > n - 2 || X > n - 2) continue;
            out[(z * n + Y) * n + X] = c.c[0] * cur[r][tx] + c.c[1] * cur[r][tx - 1] + c.c[2] * cur[r][tx + 1] +
                                       c.c[3] * cur[r - 1][tx] + c.c[4] * cur[r + 1][tx] + c.c[5] * prv[r][tx] +
                                       c.c[6] * nxt[r][tx];
        }
        __syncthreads();
        for (int r = ty; r < TY; r += BY) {
            prv[r][tx] = cur[r][tx];
            cur[r][tx] = nxt[ty][tx]; // <-- HERE
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 b(TX, BY);
    dim3 g(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, STEPS));
    stencil_kernel<<<g, b>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
