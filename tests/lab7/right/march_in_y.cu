// RIGHT: marches along y; z-1 and z+1 are loaded

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    int group = blockIdx.x * LANES + threadIdx.x, x = min(4 * group, n - 4), lane = threadIdx.x;
    int z = blockIdx.y * ROWS + threadIdx.y + 1, first = blockIdx.z * PLANES + 1;
    int end = min(first + PLANES, n - 1), plane = n * n, p = z * plane + first * n + x;
    bool inside = 4 * group < n;
    if (z > n - 2) return;
    float4 low = FOUR(p - n), here = FOUR(p);
    for (int y = first; y < end; ++y, p += n) {
        float4 high = FOUR(p + n), below = FOUR(p - plane), above = FOUR(p + plane);
        SIDES;
        SUMS;
        STORE;
        low = here;
        here = high;
    }
}

#include "tests/lab7/launch.cuh"
