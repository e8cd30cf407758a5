// WRONG: the number of blocks is that of the points by those of a block, rounded up once
// EXPECT test: 5.4/n=33
// EXPECT cause: all axes together

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    X = 32, // threads, and points with halo
    Y = 16,
    OWN_X = X - 2, // points that a block computes
    OWN_Y = Y - 2,
    OWN_Z = 62,
    OWN = OWN_X * OWN_Y * OWN_Z,
};

struct Block {
    int x, y, z;
};

// Blocks are numbered in one row, x fastest.
__device__ Block which_block(int n) {
    int across = ceil_div(n - 2, OWN_X);
    int down = ceil_div(n - 2, OWN_Y);
    int number = blockIdx.x;
    return {number % across, number / across % down, number / (across * down)};
}

__device__ float value_or_zero(const float *in, int n, int i, int j, int k) {
    if (i >= n || j >= n || k >= n) return 0.0f;
    return in[i * n * n + j * n + k];
}

__global__ void stencil(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float back[Y][X], centre[Y][X], front[Y][X];
    Block b = which_block(n);
    int x = threadIdx.x, y = threadIdx.y;
    int k = b.x * OWN_X + x, j = b.y * OWN_Y + y;
    int start = b.z * OWN_Z + 1, stop = min(start + OWN_Z, n - 1);
    bool halo = x == 0 || y == 0 || x == X - 1 || y == Y - 1;
    bool store = !halo && j < n - 1 && k < n - 1;

    back[y][x] = value_or_zero(in, n, start - 1, j, k);
    centre[y][x] = value_or_zero(in, n, start, j, k);
    for (int i = start; i < stop; i++) {
        front[y][x] = value_or_zero(in, n, i + 1, j, k);
        __syncthreads();
        if (store) {
            float v = c.c[0] * centre[y][x];
            v += c.c[1] * centre[y][x - 1];
            v += c.c[2] * centre[y][x + 1];
            v += c.c[3] * centre[y - 1][x];
            v += c.c[4] * centre[y + 1][x];
            v += c.c[5] * back[y][x];
            v += c.c[6] * front[y][x];
            out[i * n * n + j * n + k] = v;
        }
        __syncthreads();
        back[y][x] = centre[y][x];
        centre[y][x] = front[y][x];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    long long m = n - 2;
    long long blocks = (m * m * m + OWN - 1) / OWN; // <-- HERE
    stencil<<<(unsigned)blocks, dim3(X, Y)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
