// WRONG: each block computes the first plane of the next one, too
// EXPECT score: 80
// EXPECT cause: is stored needlessly

// Lab 6. Two planes in turn, so that one barrier a step is enough.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

static const int kTileX = 32, kTileY = 16;
static const int kInnerX = kTileX - 2, kInnerY = kTileY - 2;
static const int kPlanes = 20; // of a block

struct Column { // what a thread keeps of its own column
    float behind, at, ahead;
};

__device__ inline float get(const float *in, int n, int z, int y, int x) {
    const bool outside = z >= n || y >= n || x >= n;
    return outside ? 0.0f : in[(z * n + y) * n + x];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float shown[2][kTileY][kTileX];
    const int x = threadIdx.x, y = threadIdx.y;
    const int gx = blockIdx.x * kInnerX + x;
    const int gy = blockIdx.y * kInnerY + y;
    const int firstPlane = 1 + blockIdx.z * kPlanes;
    const int lastPlane = min(firstPlane + kPlanes, n - 2); // <-- HERE

    const bool halo = x == 0 || x > kInnerX || y == 0 || y > kInnerY;
    const bool beyond = gx > n - 2 || gy > n - 2;

    Column mine;
    mine.behind = get(in, n, firstPlane - 1, gy, gx);
    mine.at = get(in, n, firstPlane, gy, gx);

    int turn = 0;
    for (int z = firstPlane; z <= lastPlane; ++z) {
        mine.ahead = get(in, n, z + 1, gy, gx);
        shown[turn][y][x] = mine.at;
        __syncthreads();

        if (!halo && !beyond) {
            float result = c.c[5] * mine.behind + c.c[0] * mine.at + c.c[6] * mine.ahead;
            result += c.c[1] * shown[turn][y][x - 1] + c.c[2] * shown[turn][y][x + 1];
            result += c.c[3] * shown[turn][y - 1][x] + c.c[4] * shown[turn][y + 1][x];
            out[(z * n + gy) * n + gx] = result;
        }

        mine.behind = mine.at;
        mine.at = mine.ahead;
        turn = 1 - turn;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 block(kTileX, kTileY, 1);
    const dim3 grid(ceil_div(n - 2, kInnerX), ceil_div(n - 2, kInnerY), ceil_div(n - 2, kPlanes));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
