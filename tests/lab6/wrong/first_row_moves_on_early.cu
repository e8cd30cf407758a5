// WRONG: the registers of one row move on before the other row is computed
// EXPECT test: 6.1/n=31
// EXPECT cause: stands in the wrong place

// Lab 6. Two rows a thread: one of the neighbours in y is then a register of the thread's own.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define TX     32
#define TY     16      // rows of a tile
#define PAIRS  (TY / 2) // threads in y
#define ZCOUNT 30

__device__ float grid_value(const float *in, int n, int z, int y, int x) {
    if (z < n && y < n && x < n) return in[(z * n + y) * n + x];
    return 0.0f;
}

__global__ void two_rows(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TY][TX];

    const int tx = threadIdx.x;
    const int ty = 2 * threadIdx.y; // rows ty and ty + 1 of the tile
    const int x = blockIdx.x * (TX - 2) + tx;
    const int y = blockIdx.y * (TY - 2) + ty;
    const int z_begin = blockIdx.z * ZCOUNT + 1;
    const int z_end = min(z_begin + ZCOUNT, n - 1);

    const bool x_ok = tx > 0 && tx < TX - 1 && x < n - 1;
    const bool a_ok = x_ok && ty > 0 && y < n - 1;              // row ty is computed
    const bool b_ok = x_ok && ty + 1 < TY - 1 && y + 1 < n - 1; // row ty + 1 is computed

    // a: row ty, b: row ty + 1
    float a_prev = grid_value(in, n, z_begin - 1, y, x), a_curr = grid_value(in, n, z_begin, y, x), a_next;
    float b_prev = grid_value(in, n, z_begin - 1, y + 1, x), b_curr = grid_value(in, n, z_begin, y + 1, x), b_next;

    for (int z = z_begin; z < z_end; ++z) {
        a_next = grid_value(in, n, z + 1, y, x);
        b_next = grid_value(in, n, z + 1, y + 1, x);
        plane[ty][tx] = a_curr;
        plane[ty + 1][tx] = b_curr;
        __syncthreads();

        if (a_ok)
            out[(z * n + y) * n + x] = c.c[0] * a_curr +
                                       c.c[1] * plane[ty][tx - 1] + c.c[2] * plane[ty][tx + 1] +
                                       c.c[3] * plane[ty - 1][tx] + c.c[4] * b_curr +
                                       c.c[5] * a_prev + c.c[6] * a_next;
        a_prev = a_curr;
        a_curr = a_next; // <-- HERE

        if (b_ok)
            out[(z * n + y + 1) * n + x] = c.c[0] * b_curr +
                                           c.c[1] * plane[ty + 1][tx - 1] + c.c[2] * plane[ty + 1][tx + 1] +
                                           c.c[3] * a_curr + c.c[4] * plane[ty + 2][tx] +
                                           c.c[5] * b_prev + c.c[6] * b_next;
        b_prev = b_curr;
        b_curr = b_next;
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TX, PAIRS, 1);
    dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, ZCOUNT));
    two_rows<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
