// WRONG: the buffers change places under the condition of the threads that compute: those of the halo go on filling the first one
// EXPECT test: 6.1/n=31
// EXPECT cause: This statement stands under a condition

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// Two planes in turn: one is filled for the next step while the other may still be read, so one barrier a step is enough.
#define BX 32
#define BY 32
#define STEPS 62

#define CELL(dy, dx) shown[turn][(int)threadIdx.y + (dy)][(int)threadIdx.x + (dx)]

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float shown[2][BY][BX];
    const int k = blockIdx.x * (BX - 2) + threadIdx.x;
    const int j = blockIdx.y * (BY - 2) + threadIdx.y;
    const int z0 = blockIdx.z * STEPS + 1;
    const int steps = min(STEPS, n - 1 - z0);
    const bool exists = j < n && k < n;
    const bool halo = threadIdx.x == 0 || threadIdx.x == BX - 1 || threadIdx.y == 0 || threadIdx.y == BY - 1;
    const bool active = !halo && j < n - 1 && k < n - 1;

    const int plane = n * n;
    const int start = z0 * plane + j * n + k;
    float zm = exists ? in[start - plane] : 0.f;
    float zc = exists ? in[start] : 0.f;
    int turn = 0;
    for (int s = 0; s < steps; ++s) {
        const int p = start + s * plane;
        float zp = exists ? in[p + plane] : 0.f;
        CELL(0, 0) = zc;
        __syncthreads();
        if (active) {
            out[p] = c.c[0] * zc + c.c[1] * CELL(0, -1) + c.c[2] * CELL(0, 1) + c.c[3] * CELL(-1, 0) +
                     c.c[4] * CELL(1, 0) + c.c[5] * zm + c.c[6] * zp;
            turn ^= 1; // <-- HERE
        }
        zm = zc;
        zc = zp;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, BX - 2), ceil_div(n - 2, BY - 2), ceil_div(n - 2, STEPS));
    stencil_kernel<<<grid, dim3(BX, BY)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
