// RIGHT: the tile holds two floats in each word of 64 bits, which are put together and taken apart by shifts, masks and ors

#include "tests/lab4/tile.cuh"

enum { WORDS = TILE / 2 };

__device__ unsigned long long packed(float first, float second) {
    return (unsigned long long)__float_as_uint(second) << 32 | __float_as_uint(first);
}

__device__ float taken(unsigned long long word, int which) {
    return __uint_as_float(which ? (unsigned)(word >> 32) : (unsigned)(word & 0xffffffff));
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ unsigned long long words[TILE][TILE][WORDS];
    PLACE_AND_POINT;
    if (i < n && j < n && x % 2 == 0)
        words[z][y][x / 2] = packed(k < n ? in[p] : 0, k + 1 < n ? in[p + 1] : 0);
    __syncthreads();
#define AT(z, y, x) taken(words[z][y][(x) / 2], (x) % 2)
    if (!IN_HALO(TILE) && INTERIOR)
        out[p] = c.c[0] * AT(z, y, x) + c.c[1] * AT(z, y, x - 1) + c.c[2] * AT(z, y, x + 1) + c.c[3] * AT(z, y - 1, x) +
                 c.c[4] * AT(z, y + 1, x) + c.c[5] * AT(z - 1, y, x) + c.c[6] * AT(z + 1, y, x);
}

#include "tests/lab4/tile_launch.cuh"
