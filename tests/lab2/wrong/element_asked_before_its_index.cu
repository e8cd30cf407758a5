// WRONG: a condition looks at the element first, and then whether there is one
// EXPECT test: 2.4/nx=97,ny=61,bx=16,by=16
// EXPECT check: out-of-bounds
// EXPECT cause: the access comes before the condition

#include "common/grid.h"
#include "common/matrix_sum.h"
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"

// Elements that are 0 need no sum.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (a[j * nx + i] != 0.0f && i < nx && j < ny) { // <-- HERE
        c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
    } else if (i < nx && j < ny) {
        c[j * nx + i] = b[j * nx + i];
    }
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, dim3(block_x, block_y)>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
