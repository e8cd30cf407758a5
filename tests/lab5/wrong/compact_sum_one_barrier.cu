// WRONG: a ring of three planes with one barrier a step, and points that are dealt out anew for the sum
// EXPECT score: 7
// EXPECT check: race
// EXPECT cause: In the next step

// A block of 256 threads in a row. The cells of a tile are dealt out to them for the load, the inner points for the sum,
// so that no thread is idle in the sum.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

namespace {

constexpr int THREADS = 256;
constexpr int W = 32, H = 18;          // tile
constexpr int IW = W - 2, IH = H - 2;  // inner points
constexpr int CELLS = W * H, POINTS = IW * IH;
constexpr int PLANES = 60;             // a march

struct Place {
    int x0, y0, n;
};

__device__ void load_plane(float *cells, const float *in, Place at, int z) {
    for (int e = threadIdx.x; e < CELLS; e += THREADS) {
        const int x = at.x0 + e % W, y = at.y0 + e / W;
        float v = 0;
        if (x < at.n && y < at.n && z < at.n) v = in[(z * at.n + y) * at.n + x];
        cells[e] = v;
    }
}

__device__ void sum_plane(const float *below, const float *here, const float *above, float *out, Place at, int z,
                          const StencilCoefficients &c) {
    for (int p = threadIdx.x; p < POINTS; p += THREADS) {
        const int tx = p % IW + 1, ty = p / IW + 1;
        const int x = at.x0 + tx, y = at.y0 + ty;
        if (x >= at.n - 1 || y >= at.n - 1) continue;
        const int e = ty * W + tx;
        out[(z * at.n + y) * at.n + x] = c.c[0] * here[e] + c.c[1] * here[e - 1] + c.c[2] * here[e + 1] +
                                         c.c[3] * here[e - W] + c.c[4] * here[e + W] + c.c[5] * below[e] +
                                         c.c[6] * above[e];
    }
}

__global__ void ring_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[3][CELLS]; // plane z is in ring[z % 3]
    const Place at = {(int)blockIdx.x * IW, (int)blockIdx.y * IH, n};
    const int first = blockIdx.z * PLANES + 1;
    const int last = min(first + PLANES - 1, n - 2); // the last one that is computed

    load_plane(ring[(first - 1) % 3], in, at, first - 1);
    load_plane(ring[first % 3], in, at, first);
    for (int z = first; z <= last; ++z) {
        load_plane(ring[(z + 1) % 3], in, at, z + 1);
        __syncthreads();
        sum_plane(ring[(z + 2) % 3], ring[z % 3], ring[(z + 1) % 3], out, at, z, c);
    }
}

} // namespace

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, IW), ceil_div(n - 2, IH), ceil_div(n - 2, PLANES));
    ring_kernel<<<grid, THREADS>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
