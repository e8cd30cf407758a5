// WRONG: the pointer that stores goes on by a row
// EXPECT test: 6.1/n=31
// EXPECT cause: `n`
// EXPECT todo: 6.4

#include "common/grid.h"
#include "common/stencil.h"

enum { WIDE = 32, HIGH = 8, OWN_X = WIDE - 2, OWN_Y = HIGH - 2, PLANES = 16 };

__global__ void march(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[HIGH][WIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * OWN_X + x, j = blockIdx.y * OWN_Y + y;
    int first = blockIdx.z * PLANES + 1, end = min(first + PLANES, n - 1);
    bool there = j < n && k < n;
    bool inner = x > 0 && x < WIDE - 1 && y > 0 && y < HIGH - 1 && j < n - 1 && k < n - 1;
    const int step = n * n;
    const float *from = in + (size_t)first * n * n + j * n + k;
    float *to = out + (size_t)first * n * n + j * n + k;
    float before = there ? from[-step] : 0.0f, here = there ? from[0] : 0.0f, behind = 0.0f;
    for (int i = first; i < end; ++i) {
        if (there) behind = from[step];
        plane[y][x] = here;
        __syncthreads();
        if (inner)
            *to = c.c[0] * here + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] +
                  c.c[4] * plane[y + 1][x] + c.c[5] * before + c.c[6] * behind;
        __syncthreads();
        before = here;
        here = behind;
        from += step;
        to += n; // <-- HERE
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(WIDE, HIGH), grid(ceil_div(n - 2, OWN_X), ceil_div(n - 2, OWN_Y), ceil_div(n - 2, PLANES));
    march<<<grid, block>>>(in, out, n, c);
}
