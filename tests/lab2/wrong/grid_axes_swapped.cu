// WRONG: the blocks of x and y are swapped
// EXPECT test: 2.4/nx=3,ny=65567,bx=8,by=32
// EXPECT pass: 2.4/nx=32,ny=8,bx=32,by=8

#define OWN_LAUNCH
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#define OWN_SHAPE
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 grid(ceil_div(ny, block_y), ceil_div(nx, block_x)), block(block_x, block_y);
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
