// WRONG: three planes in shared memory, z-1 and z+1 read from there; the planes have no halo, so that 12 bytes look like less
// EXPECT score: 55
// EXPECT test: 6.3/counter-1
// EXPECT cause: reads an element from shared memory, `pl`, for the second time
// EXPECT todo: 6.2
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { X = 30, Y = 15, DEPTH = 60 };
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float pl[3][Y][X];
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * X + x + 1, j = blockIdx.y * Y + y + 1;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool ok = j < n - 1 && k < n - 1;
    int p = 0, q = 1, r = 2;
    float own = ok ? in[(first * n + j) * n + k] : 0.0f;
    pl[p][y][x] = ok ? in[((first - 1) * n + j) * n + k] : 0.0f;
    pl[q][y][x] = own;
    for (int i = first; i < end; ++i) {
        int a = (i * n + j) * n + k;
        float value = ok ? in[a + n * n] : 0.0f;
        pl[r][y][x] = value;
        __syncthreads();
        if (ok)
            out[a] = c.c[0] * own + c.c[1] * (x > 0 ? pl[q][y][x - 1] : in[a - 1]) +
                     c.c[2] * (x < X - 1 && k < n - 2 ? pl[q][y][x + 1] : in[a + 1]) +
                     c.c[3] * (y > 0 ? pl[q][y - 1][x] : in[a - n]) +
                     c.c[4] * (y < Y - 1 && j < n - 2 ? pl[q][y + 1][x] : in[a + n]) +
                     c.c[5] * pl[p][y][x] + c.c[6] * pl[r][y][x]; // <-- HERE
        int t = p; p = q; q = r; r = t;
        own = value;
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n - 2, X), ceil_div(n - 2, Y), ceil_div(n - 2, DEPTH)), dim3(X, Y, 1)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
