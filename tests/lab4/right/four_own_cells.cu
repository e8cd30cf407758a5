// RIGHT: each thread has 2 x 2 points of a plane and takes from the tile only what is not its own

#include "tests/lab4/tile.cuh"

enum { WIDE = 32, HIGH = 16 }; // of the tile; half as many threads each way

__device__ float value(const float *in, int i, int j, int k, int n) {
    return i < n && j < n && k < n ? in[(i * n + j) * n + k] : 0;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[HIGH][WIDE];
    const int x = 2 * threadIdx.x, y = 2 * threadIdx.y;
    const int first_k = (WIDE - 2) * blockIdx.x + x, first_j = (HIGH - 2) * blockIdx.y + y;
    float below[2][2], here[2][2], above[2][2];
    for (int b = 0; b < 2; ++b)
        for (int a = 0; a < 2; ++a) {
            below[b][a] = value(in, 0, first_j + b, first_k + a, n);
            here[b][a] = value(in, 1, first_j + b, first_k + a, n);
        }
    for (int i = 1; i <= n - 2; ++i) {
        for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a) {
                above[b][a] = value(in, i + 1, first_j + b, first_k + a, n);
                plane[y + b][x + a] = here[b][a];
            }
        __syncthreads(); // the plane is complete
        for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a) {
                const int j = first_j + b, k = first_k + a;
                const bool inner = x + a >= 1 && x + a < WIDE - 1 && y + b >= 1 && y + b < HIGH - 1;
                if (!inner || !INTERIOR) continue;
                const float west = a ? here[b][0] : plane[y + b][x - 1];
                const float east = a ? plane[y + b][x + 2] : here[b][1];
                const float south = b ? here[0][a] : plane[y - 1][x + a];
                const float north = b ? plane[y + 2][x + a] : here[1][a];
                out[(i * n + j) * n + k] = c.c[0] * here[b][a] + c.c[1] * west + c.c[2] * east + c.c[3] * south +
                                           c.c[4] * north + c.c[5] * below[b][a] + c.c[6] * above[b][a];
            }
        __syncthreads(); // everybody has read it
        for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a) below[b][a] = here[b][a], here[b][a] = above[b][a];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, WIDE - 2), ceil_div(n, HIGH - 2));
    stencil_kernel<<<grid, dim3(WIDE / 2, HIGH / 2)>>>(in, out, n, c);
}
