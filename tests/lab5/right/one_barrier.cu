// RIGHT: three planes that change their roles, filled and used with one barrier a step

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[3][TILE][TILE];
    PLACE;
    plane[0][y][x] = VALUE(first - 1);
    plane[1][y][x] = VALUE(first);
    int m = 1; // plane i stands in plane[m]
    for (int i = first; i < end; ++i) {
        int low = (m + 2) % 3, high = (m + 1) % 3;
        plane[high][y][x] = VALUE(i + 1); // held plane i-2, of which nobody needs more than this cell
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM_OF(plane[low], plane[m], plane[high]);
        m = high;
    }
}

#include "tests/lab5/launch.cuh"
