// RIGHT: two floats are added up to one word of 64 bits, which is stored in one piece and read in two; one half is put together of its bytes

#include "tests/lab4/tile.cuh"

enum { WORDS = TILE / 2 };

__device__ unsigned again(unsigned word) {
    return __byte_perm(word & 0xffff, word >> 16, 0x5410);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ unsigned long long words[TILE][TILE][WORDS];
    PLACE_AND_POINT;
    if (i < n && j < n && x % 2 == 0) {
        const unsigned first = __float_as_uint(k < n ? in[p] : 0), second = __float_as_uint(k + 1 < n ? in[p + 1] : 0);
        words[z][y][x / 2] = second * 0x100000000ull + first;
    }
    __syncthreads();
    const unsigned(*half)[TILE][TILE] = (const unsigned(*)[TILE][TILE])words;
#define AT(z, y, x) __uint_as_float(again(half[z][y][x]))
    if (!IN_HALO(TILE) && INTERIOR)
        out[p] = c.c[0] * AT(z, y, x) + c.c[1] * AT(z, y, x - 1) + c.c[2] * AT(z, y, x + 1) + c.c[3] * AT(z, y - 1, x) +
                 c.c[4] * AT(z, y + 1, x) + c.c[5] * AT(z - 1, y, x) + c.c[6] * AT(z + 1, y, x);
}

#include "tests/lab4/tile_launch.cuh"
