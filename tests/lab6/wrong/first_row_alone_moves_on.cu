// WRONG: the value of the plane before is moved on in the first row alone
// EXPECT test: 6.1/n=31
// EXPECT cause: is not what belongs there
// EXPECT todo: 6.4

#include "common/grid.h"
#include "common/stencil.h"

enum { WIDE = 32, HIGH = 16, ROWS = 2, OWN_X = WIDE - 2, OWN_Y = HIGH - 2, PLANES = 16 };

// Two rows a thread: y and y + HIGH / 2 of the tile.
__global__ void march(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[HIGH][WIDE];
    const int x = threadIdx.x, k = blockIdx.x * OWN_X + x;
    const int first = blockIdx.z * PLANES + 1, end = min(first + PLANES, n - 1);
    float before[ROWS], here[ROWS], behind[ROWS];
    for (int r = 0; r < ROWS; ++r) {
        const int j = blockIdx.y * OWN_Y + threadIdx.y + r * (HIGH / ROWS);
        const bool there = j < n && k < n;
        before[r] = there ? in[((first - 1) * n + j) * n + k] : 0.0f;
        here[r] = there ? in[(first * n + j) * n + k] : 0.0f;
    }
    for (int i = first; i < end; ++i) {
        for (int r = 0; r < ROWS; ++r) {
            const int y = threadIdx.y + r * (HIGH / ROWS), j = blockIdx.y * OWN_Y + y;
            behind[r] = j < n && k < n ? in[((i + 1) * n + j) * n + k] : 0.0f;
            plane[y][x] = here[r];
        }
        __syncthreads();
        for (int r = 0; r < ROWS; ++r) {
            const int y = threadIdx.y + r * (HIGH / ROWS), j = blockIdx.y * OWN_Y + y;
            if (x > 0 && x < WIDE - 1 && y > 0 && y < HIGH - 1 && j < n - 1 && k < n - 1)
                out[(i * n + j) * n + k] = c.c[0] * here[r] + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] +
                                           c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] +
                                           c.c[5] * before[r] + c.c[6] * behind[r];
        }
        __syncthreads();
        for (int r = 0; r < ROWS; ++r) {
            before[0] = here[0]; // <-- HERE
            here[r] = behind[r];
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(WIDE, HIGH / ROWS), grid(ceil_div(n - 2, OWN_X), ceil_div(n - 2, OWN_Y), ceil_div(n - 2, PLANES));
    march<<<grid, block>>>(in, out, n, c);
}
