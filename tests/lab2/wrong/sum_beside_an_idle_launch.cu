// WRONG: one block does the work of all; a second launch has as many threads as there are elements, and they do nothing
// EXPECT test: 2.4/counter-1
// EXPECT says: elements for each thread
// EXPECT pass: 2.4/nx=64,ny=64,bx=256,by=8

#define OWN_KERNEL
#define OWN_LAUNCH
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    for (int j = threadIdx.y; j < ny; j += blockDim.y)
        for (int i = threadIdx.x; i < nx; i += blockDim.x) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}
__global__ void idle_kernel() {}

#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 block(block_x, block_y);
    sum_kernel<<<1, block>>>(a, b, c, nx, ny);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    idle_kernel<<<dim3(ceil_div(nx, block_x), ceil_div(ny, block_y)), block>>>();
    return cudaGetLastError();
}
