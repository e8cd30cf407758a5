// WRONG: the row lies along threadIdx.x and the column along threadIdx.y: right results, and no neighbours in memory
// EXPECT test: 2.4/counter-1
// EXPECT pass: 2.4/nx=97,ny=61,bx=16,by=16

#define OWN_KERNEL
#define OWN_LAUNCH
#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    sum_kernel<<<dim3(ceil_div(ny, block_x), ceil_div(nx, block_y)), dim3(block_x, block_y)>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
