// WRONG: a column of the grid lies in an array that is indexed at run time: in local memory, not in registers
// EXPECT test: 6.3/counter-1
// EXPECT score: 75

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
// The column lies in local memory (an array with an index of run time), not in registers: the whole column is put there
// first, and read back three times a point.
enum { TX = 32, TY = 16, DEPTH = 62 };
__global__ void k(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    __shared__ float plane[TY][TX];
    float column[DEPTH + 2];
    int x = threadIdx.x, y = threadIdx.y;
    int kx = blockIdx.x * (TX - 2) + x, j = blockIdx.y * (TY - 2) + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool inside = kx < n && j < n, inner = x >= 1 && x <= TX - 2 && y >= 1 && y <= TY - 2 && kx <= n - 2 && j <= n - 2;
    for (int p = first - 1; p <= end; ++p) column[p - first + 1] = inside && p < n ? in[((size_t)p * n + j) * n + kx] : 0.0f;
    for (int i = first; i < end; ++i) {
        int m = i - first + 1;
        plane[y][x] = column[m];
        __syncthreads();
        if (inner)
            out[((size_t)i * n + j) * n + kx] = c.c[0] * column[m] + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] +
                                                c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] +
                                                c.c[5] * column[m - 1] + c.c[6] * column[m + 1];
        __syncthreads();
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 b(TX, TY), g(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, DEPTH));
    k<<<g, b>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
