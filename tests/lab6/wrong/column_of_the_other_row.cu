// WRONG: of two columns a thread the second one has the value above from the first
// EXPECT test: 6.3/n=13
// EXPECT cause: `a.hi` in this line is not what belongs there
// EXPECT todo: 6.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define BX 32
#define BY 8
#define ROWS (2 * BY)
#define STEPS 62

// What a thread keeps of one of its columns.
struct Column {
    float lo, mid, hi;
    __device__ void advance() {
        lo = mid;
        mid = hi;
    }
};

__device__ float fetch(const float *in, int n, int z, int y, int x) {
    return x < n && y < n && z < n ? in[(z * n + y) * n + x] : 0.0f;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float cells[ROWS][BX];
    const int tx = threadIdx.x;
    const int ta = threadIdx.y, tb = threadIdx.y + BY; // this thread's two rows of the tile
    const int gx = blockIdx.x * (BX - 2) + tx;
    const int ya = blockIdx.y * (ROWS - 2) + ta;
    const int yb = blockIdx.y * (ROWS - 2) + tb;
    const int z_begin = 1 + blockIdx.z * STEPS, z_end = min(z_begin + STEPS, n - 1);

    const bool x_ok = tx >= 1 && tx <= BX - 2 && gx <= n - 2;
    const bool a_ok = x_ok && ta >= 1 && ya <= n - 2;
    const bool b_ok = x_ok && tb <= ROWS - 2 && yb <= n - 2;

    Column a, b;
    a.lo = fetch(in, n, z_begin - 1, ya, gx);
    b.lo = fetch(in, n, z_begin - 1, yb, gx);
    a.mid = fetch(in, n, z_begin, ya, gx);
    b.mid = fetch(in, n, z_begin, yb, gx);

    for (int z = z_begin; z < z_end; z++) {
        a.hi = fetch(in, n, z + 1, ya, gx);
        b.hi = fetch(in, n, z + 1, yb, gx);
        cells[ta][tx] = a.mid;
        cells[tb][tx] = b.mid;
        __syncthreads();
        if (a_ok)
            out[(z * n + ya) * n + gx] = c.c[0] * a.mid +
                                         c.c[1] * cells[ta][tx - 1] + c.c[2] * cells[ta][tx + 1] +
                                         c.c[3] * cells[ta - 1][tx] + c.c[4] * cells[ta + 1][tx] +
                                         c.c[5] * a.lo + c.c[6] * a.hi;
        if (b_ok)
            out[(z * n + yb) * n + gx] = c.c[0] * b.mid +
                                         c.c[1] * cells[tb][tx - 1] + c.c[2] * cells[tb][tx + 1] +
                                         c.c[3] * cells[tb - 1][tx] + c.c[4] * cells[tb + 1][tx] +
                                         c.c[5] * b.lo + c.c[6] * a.hi; // <-- HERE
        __syncthreads();
        a.advance();
        b.advance();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 threads(BX, BY);
    dim3 blocks(ceil_div(n - 2, BX - 2), ceil_div(n - 2, ROWS - 2), ceil_div(n - 2, STEPS));
    stencil_kernel<<<blocks, threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
