// WRONG: the number of blocks is rounded down
// EXPECT test: 2.4/nx=33,ny=8,bx=32,by=8
// EXPECT test: 2.4/nx=97,ny=61,bx=16,by=16
// EXPECT pass: 2.4/nx=32,ny=8,bx=32,by=8

#define OWN_LAUNCH
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#define OWN_SHAPE
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 grid(nx / block_x, ny / block_y), block(block_x, block_y);
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
