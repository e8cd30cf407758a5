// RIGHT: persistent blocks that take one march after the other, as many as fit the GPU at once; steps by a template
// Lab 5: persistent blocks take (tile, slab) after (tile, slab). The march is unrolled by three with a template, so that each
// of three planes plays previous, current and next in turn and nothing moves. Two barriers a step, the second one for the next.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TX = 32, TY = 16, IX = TX - 2, IY = TY - 2, DEPTH = 45 };

struct Work {
    int tiles_x, tiles_y, slabs;
    __host__ __device__ int all() const { return tiles_x * tiles_y * slabs; }
};

struct March {
    const float *in;
    float *out;
    int n, j, k, end;
    bool exists, inner;
    __device__ size_t at(int i) const { return ((size_t)i * n + j) * n + k; }
    __device__ float load(int i) const { return exists ? in[at(i)] : 0.0f; }
};

// Plane i is in planes[PHASE]; false where the march is over. Every thread of the block gets the same answer.
template <int PHASE>
__device__ __forceinline__ bool step(float (&planes)[3][TY][TX], const March &m, int i, const StencilCoefficients &c) {
    constexpr int BELOW = (PHASE + 2) % 3, ABOVE = (PHASE + 1) % 3;
    if (i >= m.end) return false;
    const int x = threadIdx.x, y = threadIdx.y;
    planes[ABOVE][y][x] = m.load(i + 1);
    // TODO 5.2 (before use)
    __syncthreads();
    // end 5.2
    // TODO 5.3
    if (m.inner)
        m.out[m.at(i)] = c.c[0] * planes[PHASE][y][x] + c.c[1] * planes[PHASE][y][x - 1] +
                         c.c[2] * planes[PHASE][y][x + 1] + c.c[3] * planes[PHASE][y - 1][x] +
                         c.c[4] * planes[PHASE][y + 1][x] + c.c[5] * planes[BELOW][y][x] + c.c[6] * planes[ABOVE][y][x];
    // end 5.3
    // TODO 5.2 (after use)
    __syncthreads();
    // end 5.2
    return true;
}

__global__ void __launch_bounds__(TX *TY)
    stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n, const StencilCoefficients c, Work work) {
    __shared__ float planes[3][TY][TX];
    int number = blockIdx.x;
again:
    if (number >= work.all()) return; // the whole block
    {
        // TODO 5.1
        March m;
        m.in = in, m.out = out, m.n = n;
        m.k = number % work.tiles_x * IX + threadIdx.x;
        m.j = number / work.tiles_x % work.tiles_y * IY + threadIdx.y;
        int i = number / work.tiles_x / work.tiles_y * DEPTH + 1;
        m.end = min(i + DEPTH, n - 1);
        m.exists = m.j < n && m.k < n;
        m.inner = m.j <= n - 2 && m.k <= n - 2 && threadIdx.x - 1u < IX && threadIdx.y - 1u < IY;
        // end 5.1
        planes[0][threadIdx.y][threadIdx.x] = m.load(i - 1);
        planes[1][threadIdx.y][threadIdx.x] = m.load(i);
        while (step<1>(planes, m, i, c) && step<2>(planes, m, i + 1, c) && step<0>(planes, m, i + 2, c)) i += 3;
    }
    number += gridDim.x;
    goto again;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 5.4
    if (n < 3) return;
    const Work work = {ceil_div(n - 2, IX), ceil_div(n - 2, IY), ceil_div(n - 2, DEPTH)};
    int device = 0, sms = 1, per_sm = 1;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, stencil_kernel, TX * TY, 0));
    int blocks = sms * per_sm;
    if (blocks > work.all() || blocks < 1) blocks = work.all();
    stencil_kernel<<<blocks, dim3(TX, TY)>>>(in, out, n, c, work);
    // end 5.4
    CUDA_CHECK(cudaGetLastError());
}
