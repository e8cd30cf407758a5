// WRONG: a fence of the block stands where the barrier belongs
// EXPECT test: 6.2/n=64
// EXPECT check: race
// EXPECT cause: waits for nobody
// EXPECT todo: 6.2

// Lab 6: everything in a struct that knows its place
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

template <int TX, int TY, int STEPS>
struct March {
    const float *in;
    float *out;
    int n, k, j;

    __device__ March(const float *in_, float *out_, int n_) : in(in_), out(out_), n(n_) {
        k = blockIdx.x * (TX - 2) + threadIdx.x;
        j = blockIdx.y * (TY - 2) + threadIdx.y;
    }
    __device__ float get(int i) const { return (i < n && j < n && k < n) ? in[(i * n + j) * n + k] : 0.0f; }
    __device__ bool inner() const {
        int x = threadIdx.x, y = threadIdx.y;
        return x > 0 && y > 0 && x + 1 < TX && y + 1 < TY && j + 1 < n && k + 1 < n;
    }
    __device__ void run(float (*shared)[TX], const StencilCoefficients &c) {
        int x = threadIdx.x, y = threadIdx.y;
        int i = blockIdx.z * STEPS + 1;
        int stop = min(i + STEPS, n - 1);
        float behind = get(i - 1), here = get(i);
        while (i < stop) {
            float ahead = get(i + 1);
            shared[y][x] = here;
            __threadfence_block(); // <-- HERE
            if (inner()) {
                float v = c.c[0] * here + c.c[5] * behind + c.c[6] * ahead;
                v += c.c[1] * shared[y][x - 1] + c.c[2] * shared[y][x + 1];
                v += c.c[3] * shared[y - 1][x] + c.c[4] * shared[y + 1][x];
                out[(i * n + j) * n + k] = v;
            }
            __syncthreads(); // the plane may be overwritten
            behind = here;
            here = ahead;
            ++i;
        }
    }
};

template <int TX, int TY, int STEPS>
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float shared[TY][TX];
    March<TX, TY, STEPS> m(in, out, n);
    m.run(shared, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    constexpr int TX = 32, TY = 16, STEPS = 62;
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, STEPS));
    stencil_kernel<TX, TY, STEPS><<<grid, dim3(TX, TY)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
