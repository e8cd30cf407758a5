// WRONG: the loop over the rows of a plane goes on by the block's width: the last rows are never loaded
// EXPECT test: 5.1/n=32
// EXPECT cause: The loop goes on by `NX` in each round, and should go another distance
// EXPECT todo: 5.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// 32 x 8 threads compute 32 x 8 points of a plane; the planes in shared memory have a halo of one.
static const int NX = 32, NY = 8, W = NX + 2, H = NY + 2, MARCH = 50;

struct Plane {
    float v[H][W];
};

__device__ void load_plane(Plane &p, const float *in, int n, int z, int y0, int x0) {
    // TODO 5.1 (load): put in[...] where the grid has this point, and 0 where it has not.
    for (int r = threadIdx.y; r < H; r += NX) {
        for (int q = threadIdx.x; q < W; q += NX) {
            bool there = z < n && y0 + r < n && x0 + q < n;
            p.v[r][q] = there ? in[(z * n + y0 + r) * n + x0 + q] : 0.0f;
        }
    }
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Plane planes[3];
    // TODO 5.1 (where): where is this block?
    int x0 = blockIdx.x * NX, y0 = blockIdx.y * NY;
    int z0 = blockIdx.z * MARCH + 1;
    int z1 = z0 + MARCH < n - 1 ? z0 + MARCH : n - 1;
    // end 5.1
    int low = 0, mid = 1, high = 2;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    load_plane(planes[low], in, n, z0 - 1, y0, x0);
    load_plane(planes[mid], in, n, z0, y0, x0);
    for (int z = z0; z < z1; z++) {
        load_plane(planes[high], in, n, z + 1, y0, x0);
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2

        // TODO 5.3: the sum
        if (x0 + lx < n - 1 && y0 + ly < n - 1) {
            float a = c.c[0] * planes[mid].v[ly][lx];
            a += c.c[1] * planes[mid].v[ly][lx - 1];
            a += c.c[2] * planes[mid].v[ly][lx + 1];
            a += c.c[3] * planes[mid].v[ly - 1][lx];
            a += c.c[4] * planes[mid].v[ly + 1][lx];
            a += c.c[5] * planes[low].v[ly][lx];
            a += c.c[6] * planes[high].v[ly][lx];
            out[(z * n + y0 + ly) * n + x0 + lx] = a;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane
        __syncthreads();
        int old = low;
        low = mid;
        mid = high;
        high = old;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 5.4: set grid
    if (n < 3) return;
    dim3 block(NX, NY), grid(ceil_div(n - 2, NX), ceil_div(n - 2, NY), ceil_div(n - 2, MARCH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
