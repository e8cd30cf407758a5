// WRONG: the error is asked for before the launch
// EXPECT test: 2.4/nx=64,ny=64,bx=256,by=8
// EXPECT says: returned 0 for a block size that CUDA rejects
// EXPECT pass: 2.4/nx=512,ny=130,bx=32,by=32

#define OWN_LAUNCH
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#define OWN_SHAPE
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y)), block(block_x, block_y);
    cudaError_t error = cudaGetLastError();
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
