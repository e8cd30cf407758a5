// WRONG: i and j are swapped in the index
// EXPECT test: 2.4/nx=3,ny=65567,bx=8,by=32
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#define OWN_KERNEL
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) c[i * nx + j] = a[i * nx + j] + b[i * nx + j]; // <-- HERE
}

#include "tests/lab2/correct_matrix.cuh"
