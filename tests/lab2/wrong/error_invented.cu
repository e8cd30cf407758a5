// WRONG: the error for a block that is too large is made up, without a launch
// EXPECT test: 2.4/nx=64,ny=64,bx=256,by=8
// EXPECT test: 2.4/nx=40,ny=40,bx=33,by=32
// EXPECT says: CUDA could not report whether that launch is valid
// EXPECT pass: 2.4/nx=97,ny=61,bx=16,by=16
// EXPECT score: 97

#define OWN_LAUNCH
#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    if (block_x * block_y > 1024) return cudaErrorInvalidConfiguration;
    sum_kernel<<<dim3(ceil_div(nx, block_x), ceil_div(ny, block_y)), dim3(block_x, block_y)>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
