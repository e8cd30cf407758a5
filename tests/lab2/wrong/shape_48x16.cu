// WRONG: rows of one warp and a half, which fill an SM
// EXPECT test: 2.5/counter-1
// EXPECT cause: 1.5 warps: there are warps that take the end of one row

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/matrix_sum.h"

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    const dim3 block(block_x, block_y), grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x = 48; // <-- HERE
    int block_y = 16;
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
