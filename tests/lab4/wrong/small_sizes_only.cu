// WRONG: the tile for small sizes; from 80 on, where a run with the witness is long, points in registers along z and shuffles along x
// EXPECT pass: 4.3/n=32
// EXPECT pass: 4.4/n=80..180
// EXPECT pass: 4.4/n=258..262
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

__global__ void tiled(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

// One thread for a column: 30 points of a row are computed by a warp, whose lanes hand each other x-1 and x+1. 3.2 loads a point.
__global__ void columns(const float *in, float *out, int n, StencilCoefficients c) {
    const int k = 30 * blockIdx.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const bool loads = k < n && j <= n - 2, computes = loads && threadIdx.x >= 1 && threadIdx.x <= 30 && k <= n - 2;
    int p = n * n + j * n + k;
    float behind = loads ? in[p - n * n] : 0, here = loads ? in[p] : 0;
    for (int i = 1; i <= n - 2; i++, p += n * n) {
        const float ahead = loads ? in[p + n * n] : 0;
        const float left = __shfl_up_sync(0xffffffff, here, 1), right = __shfl_down_sync(0xffffffff, here, 1);
        if (computes)
            out[p] = c.c[0] * here + c.c[1] * left + c.c[2] * right + c.c[3] * in[p - n] + c.c[4] * in[p + n] +
                     c.c[5] * behind + c.c[6] * ahead;
        behind = here;
        here = ahead;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const int tiles = ceil_div(n - 2, INNER);
    if (n < 80)
        tiled<<<dim3(tiles, tiles, tiles), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
    else
        columns<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, 8)), dim3(32, 8)>>>(in, out, n, c);
}
