// WRONG: each block hands its points to the block behind it with __threadfence_block(), which other blocks need not heed
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { THREADS = 256, MOST_POINTS = 3 << 23, MOST_BLOCKS = MOST_POINTS / THREADS + 1 };

__device__ float scratch[MOST_POINTS];
__device__ volatile int ready[MOST_BLOCKS];

__global__ void hand_on(const float *in, float *out, int n, StencilCoefficients a) {
    const int p = blockIdx.x * THREADS + threadIdx.x, points = n * n * n;
    const int i = p / (n * n), j = p / n % n, k = p % n;
    const bool interior = p < points && INTERIOR(i, j, k, n);
    if (interior) scratch[p] = SEVEN_POINTS(in, p, n, a); // <-- HERE
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0) ready[blockIdx.x] = 1;
    // The points of the block before this one; the last block stores its own, too.
    if (blockIdx.x > 0) {
        while (ready[blockIdx.x - 1] != 1) continue;
        const int q = p - THREADS;
        const int qi = q / (n * n), qj = q / n % n, qk = q % n;
        if (INTERIOR(qi, qj, qk, n))
            out[q] = scratch[q]; // <-- HERE
    }
    if (blockIdx.x == gridDim.x - 1 && interior) out[p] = scratch[p];
}

__global__ void clear(int blocks) {
    const int b = blockIdx.x * THREADS + threadIdx.x;
    if (b < blocks) ready[b] = 0;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients a) {
    const int blocks = ceil_div(n * n * n, THREADS);
    clear<<<ceil_div(blocks, THREADS), THREADS>>>(blocks);
    hand_on<<<blocks, THREADS>>>(in, out, n, a);
}
