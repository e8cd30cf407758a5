// WRONG: the guard is worked out for the first of four rows, before the loop over them
// EXPECT test: 5.4/n=33
// EXPECT cause: is worked out here, once, before the loop

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A block of 32 x 8 threads holds tiles of 32 x 32: four rows a thread, eight apart.
constexpr int WIDTH = 32, THREADS_Y = 8, ROWS = 4, HEIGHT = THREADS_Y * ROWS;
constexpr int MARCH = 30;

typedef float Plane[HEIGHT][WIDTH];

// Fills one plane of the tile whose first row is row j0 of the grid.
__device__ void fill(Plane &to, const float *in, int n, int i, int j0, int k) {
    const int x = threadIdx.x;
    const int y0 = threadIdx.y;
    const bool there = i < n && k < n && j0 + y0 < n; // <-- HERE
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int y = y0 + r * THREADS_Y;
        to[y][x] = there ? in[(i * n + j0 + y) * n + k] : 0.0f;
    }
}

__global__ void march_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Plane below, here, above;
    const int x = threadIdx.x;
    const int k = blockIdx.x * (WIDTH - 2) + x;
    const int j0 = blockIdx.y * (HEIGHT - 2);
    const int first = blockIdx.z * MARCH + 1;
    const int end = min(first + MARCH, n - 1);

    fill(below, in, n, first - 1, j0, k);
    fill(here, in, n, first, j0, k);
    for (int i = first; i < end; ++i) {
        fill(above, in, n, i + 1, j0, k);
        __syncthreads();

        if (x > 0 && x < WIDTH - 1 && k < n - 1) {
            for (int r = 0; r < ROWS; ++r) {
                const int y = threadIdx.y + r * THREADS_Y;
                if (y == 0 || y == HEIGHT - 1 || j0 + y >= n - 1) continue;
                float sum = c.c[0] * here[y][x];
                sum += c.c[1] * here[y][x - 1] + c.c[2] * here[y][x + 1];
                sum += c.c[3] * here[y - 1][x] + c.c[4] * here[y + 1][x];
                sum += c.c[5] * below[y][x] + c.c[6] * above[y][x];
                out[(i * n + j0 + y) * n + k] = sum;
            }
        }

        __syncthreads();
        for (int r = 0; r < ROWS; ++r) {
            const int y = threadIdx.y + r * THREADS_Y;
            below[y][x] = here[y][x];
            here[y][x] = above[y][x];
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int inner = n - 2;
    if (inner <= 0) return;
    const dim3 block(WIDTH, THREADS_Y);
    const dim3 grid(ceil_div(inner, WIDTH - 2), ceil_div(inner, HEIGHT - 2), ceil_div(inner, MARCH));
    march_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
