// RIGHT: a flat tile, three layers deep, that marches along z and loads one layer a step

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float layers[3][TILE][TILE]; // layer i of the grid in layers[i % 3]
    PLACE;
    layers[(first - 1) % 3][y][x] = VALUE(first - 1);
    layers[first % 3][y][x] = VALUE(first);
    for (int i = first; i < end; ++i) {
        layers[(i + 1) % 3][y][x] = VALUE(i + 1);
        __syncthreads();
        float(*low)[TILE] = layers[(i - 1) % 3], (*here)[TILE] = layers[i % 3], (*high)[TILE] = layers[(i + 1) % 3];
        if (COMPUTES) out[POINT(i)] = SUM_OF(low, here, high);
        __syncthreads();
    }
}

#include "tests/lab5/launch.cuh"
