// WRONG: three planes in shared memory, z-1 and z+1 read from there; a block computes two tiles in turns, and seems to have 6 bytes a column
// EXPECT score: 55
// EXPECT test: 6.2/counter-1
// EXPECT cause: shared memory
// EXPECT todo: 6.2
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { X = 32, Y = 16, IX = X - 2, IY = Y - 2, HALF = 30, DEPTH = 2 * HALF };
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float pl[3][Y][X];
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * IX + x;
    for (int part = 0; part < 4; ++part) { // A low, B low, A high, B high
        int j = (blockIdx.y * 2 + part % 2) * IY + y;
        int first = blockIdx.z * DEPTH + part / 2 * HALF + 1, end = min(first + HALF, n - 1);
        bool ok = j < n && k < n, inner = x > 0 && x < X - 1 && y > 0 && y < Y - 1 && j < n - 1 && k < n - 1;
        if (first >= n - 1) continue; // the same for all threads
        int p = 0, q = 1, r = 2;
        pl[p][y][x] = ok ? in[((first - 1) * n + j) * n + k] : 0.0f;
        float own = ok ? in[(first * n + j) * n + k] : 0.0f;
        pl[q][y][x] = own;
        for (int i = first; i < end; ++i) {
            float value = ok ? in[((i + 1) * n + j) * n + k] : 0.0f;
            pl[r][y][x] = value;
            __syncthreads();
            if (inner)
                out[(i * n + j) * n + k] = c.c[0] * own + c.c[1] * pl[q][y][x - 1] + c.c[2] * pl[q][y][x + 1] +
                    c.c[3] * pl[q][y - 1][x] + c.c[4] * pl[q][y + 1][x] + c.c[5] * pl[p][y][x] + c.c[6] * pl[r][y][x];
            int t = p; p = q; q = r; r = t;
            own = value;
        }
        __syncthreads();
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n - 2, IX), ceil_div(n - 2, 2 * IY), ceil_div(n - 2, DEPTH)), dim3(X, Y, 1)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
