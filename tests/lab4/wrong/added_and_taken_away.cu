// WRONG: y from global memory; words of the tile that other threads have put there are read, added and taken away again
// EXPECT pass: 4.3/n=32
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT pass: 4.4/n=258..262

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { ROWS = 8, DEPTH = 30 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ volatile float tile[ROWS][32];
    const int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * 30 + x, j = 1 + blockIdx.y * ROWS + y;
    const int first = 1 + blockIdx.z * DEPTH, end = min(first + DEPTH, n - 1);
    const bool there = k < n && j < n - 1;
    float previous = there ? in[((first - 1) * n + j) * n + k] : 0, current = there ? in[(first * n + j) * n + k] : 0;
    for (int i = first; i < end; i++) {
        const int p = (i * n + j) * n + k;
        tile[y][x] = current;
        const float next = there ? in[p + n * n] : 0;
        __syncthreads();
        const float other = tile[y][x ^ 1], again = tile[y][x ^ 1]; // volatile: read twice
        const float centre = current + other - again;
        const float left = __shfl_up_sync(~0u, current, 1), right = __shfl_down_sync(~0u, current, 1);
        if (there && x > 0 && x < 31 && k < n - 1)
            out[p] = c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * in[p - n] + c.c[4] * in[p + n] +
                     c.c[5] * previous + c.c[6] * next;
        __syncthreads();
        previous = current, current = next;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, ROWS), ceil_div(n - 2, DEPTH)), dim3(32, ROWS)>>>(in, out, n, c);
}
