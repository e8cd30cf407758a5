// WRONG: (s - 1) % 3 is -1 in the first step
// EXPECT test: 5.1/n=31
// EXPECT check: out-of-bounds
// EXPECT cause: may be below 0, and then so is the remainder

// Lab 5: three planes in a ring, addressed with % 3. Nothing is copied.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define W 32
#define H 16
#define STEPS 40

__global__ void march_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[3][H * W];
    const int me = threadIdx.y * W + threadIdx.x;
    const int gx = blockIdx.x * (W - 2) + threadIdx.x;
    const int gy = blockIdx.y * (H - 2) + threadIdx.y;
    const int z0 = 1 + blockIdx.z * STEPS;
    const int todo = min(STEPS, n - 1 - z0);
    const bool in_grid = gx < n && gy < n;
    const bool computes = threadIdx.x > 0 && threadIdx.x < W - 1 && threadIdx.y > 0 && threadIdx.y < H - 1 &&
                          gx < n - 1 && gy < n - 1;
    const int stride = n * n;
    const int column = gy * n + gx;

    // step s computes plane z0 + s, which is in slot s % 3; the plane before it is in slot (s - 1) % 3
    ring[2][me] = in_grid ? in[(z0 - 1) * stride + column] : 0;
    ring[0][me] = in_grid ? in[z0 * stride + column] : 0;
    for (int s = 0; s < todo; s++) {
        const int below = (s - 1) % 3; // <-- HERE
        const int here = s % 3;
        const int above = (s + 1) % 3;
        ring[above][me] = in_grid ? in[(z0 + s + 1) * stride + column] : 0;
        __syncthreads();
        if (computes) {
            const float *r = &ring[here][me];
            float v = c.c[0] * r[0] + c.c[1] * r[-1] + c.c[2] * r[1] + c.c[3] * r[-W] + c.c[4] * r[W];
            v += c.c[5] * ring[below][me] + c.c[6] * ring[above][me];
            out[(z0 + s) * stride + column] = v;
        }
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 g((n - 2 + W - 3) / (W - 2), (n - 2 + H - 3) / (H - 2), (n - 2 + STEPS - 1) / STEPS);
    march_kernel<<<g, dim3(W, H)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
