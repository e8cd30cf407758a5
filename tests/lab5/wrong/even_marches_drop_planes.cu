// WRONG: planes are shared out by gridDim.z, and the quotient is rounded down
// EXPECT test: 5.4/n=33
// EXPECT cause: drops what is left over

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define TW 64          // width of the tile
#define TH 8           // height of the tile
#define MAX_MARCH 30   // no march is longer than this

struct Range {
    int begin, end;
};

// The planes of this block. All marches get the same length, so that no block idles at the end.
static __device__ Range my_planes(int n) {
    int length = (n - 2) / (int)gridDim.z; // <-- HERE
    Range r;
    r.begin = 1 + blockIdx.z * length;
    r.end = min(r.begin + length, n - 1);
    return r;
}

__global__ void stencil_march(const float *__restrict__ in, float *__restrict__ out, int n,
                              StencilCoefficients c) {
    __shared__ float store[3 * TH * TW];

    int x = threadIdx.x % TW, y = threadIdx.x / TW;
    int k = blockIdx.x * (TW - 2) + x;
    int j = blockIdx.y * (TH - 2) + y;
    int s = threadIdx.x; // my cell, y * TW + x
    bool exists = j < n && k < n;
    bool computes = x != 0 && x != TW - 1 && y != 0 && y != TH - 1 && j < n - 1 && k < n - 1;
    Range planes = my_planes(n);

    // Three pointers change places, the values stay where they are.
    float *low = store, *mid = store + TH * TW, *high = store + 2 * TH * TW;
    low[s] = exists && planes.begin - 1 < n ? in[((planes.begin - 1) * n + j) * n + k] : 0.f;
    mid[s] = exists && planes.begin < n ? in[(planes.begin * n + j) * n + k] : 0.f;

    for (int i = planes.begin; i < planes.end; i++) {
        high[s] = exists && i + 1 < n ? in[((i + 1) * n + j) * n + k] : 0.f;
        // One barrier: `high` is next written where `low` is now, and nobody but me reads my cell of that.
        __syncthreads();
        if (computes)
            out[(i * n + j) * n + k] = c.c[0] * mid[s] + c.c[1] * mid[s - 1] + c.c[2] * mid[s + 1] +
                                       c.c[3] * mid[s - TW] + c.c[4] * mid[s + TW] + c.c[5] * low[s] +
                                       c.c[6] * high[s];
        float *free_one = low;
        low = mid;
        mid = high;
        high = free_one;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 blocks(ceil_div(n - 2, TW - 2), ceil_div(n - 2, TH - 2), ceil_div(n - 2, MAX_MARCH));
    stencil_march<<<blocks, TW * TH>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
