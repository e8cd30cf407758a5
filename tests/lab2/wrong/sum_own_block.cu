// WRONG: the caller's block is left out of account wherever it is one that CUDA accepts
// EXPECT test: 2.4/nx=97,ny=61,bx=16,by=16
// EXPECT says: the caller asked for 16 x 16 x 1
// EXPECT pass: 2.4/nx=64,ny=64,bx=256,by=8

#define OWN_LAUNCH
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 block(block_x, block_y);
    if (block_x * block_y <= 1024) block = dim3(32, 8);
    sum_kernel<<<dim3(ceil_div(nx, block.x), ceil_div(ny, block.y)), block>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}
