// WRONG: blocks wait for each other in an ordinary launch, which need not have all of them on the GPU
// EXPECT test: 3.3/n=80..180
// EXPECT pass: 3.3/n=37
// EXPECT cause: blocks of this launch wait for each other

// Lab 3: the basic 3D stencil, one thread a grid point. The handout is README.md beside this file.
//
//   make lab3 && ./grade lab3     builds this file and grades it
//   ./grade hint lab3 3.1         the next hint for TODO 3.1

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel):
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The first and the last sample lack a neighbour, and threads past n have no sample.
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch):
    int block = 256;
    int grid = ceil_div(n, block);
    derivative_kernel<<<grid, block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point of a plane, all blocks in step -----------------------------------

// BLOCKS blocks share each slab of SLAB planes, and meet before they go on to the next one: so what is in L2 is used by all
// of them at the same time. Four blocks fit on each of the 132 SMs.
enum { BLOCK_X = 32, BLOCK_Y = 8, BLOCKS = 64, SLAB = 64 };

__device__ unsigned arrived; // blocks that have come to a meeting, all meetings of a launch together

__device__ void meet(unsigned meeting) {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (*(volatile unsigned *)&arrived < meeting * BLOCKS) {
        }
        __threadfence();
    }
    __syncthreads();
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2:
    int across = ceil_div(n, BLOCK_X), down = ceil_div(n, BLOCK_Y); // pieces of 32 x 8 points of a plane
    int row = n, plane = n * n;
    unsigned meeting = 0;
    for (int first = 1; first <= n - 2; first += SLAB) {
        int planes = min(SLAB, n - 1 - first);
        for (int piece = blockIdx.x; piece < planes * down * across; piece += BLOCKS) {
            int k = piece % across * BLOCK_X + threadIdx.x;
            int j = piece / across % down * BLOCK_Y + threadIdx.y;
            int i = first + piece / across / down;
            if (j < 1 || j > n - 2 || k < 1 || k > n - 2) continue;
            int p = i * plane + j * row + k;
            out[p] = c.c[0] * in[p] +                                 // centre
                     c.c[1] * in[p - 1] + c.c[2] * in[p + 1] +        // x
                     c.c[3] * in[p - row] + c.c[4] * in[p + row] +    // y
                     c.c[5] * in[p - plane] + c.c[6] * in[p + plane]; // z
        }
        if (first + SLAB <= n - 2) meet(++meeting);
    }
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4:
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    // end 3.4

    // TODO 3.3:
    dim3 grid(BLOCKS, 1, 1);
    // end 3.3
    void *counter = NULL;
    if (!CUDA_CHECK(cudaGetSymbolAddress(&counter, arrived))) return;
    if (!CUDA_CHECK(cudaMemsetAsync(counter, 0, sizeof(unsigned)))) return;
    stencil_kernel<<<grid, block>>>(in, out, n, c); // <-- HERE
    CUDA_CHECK(cudaGetLastError());
}
