// WRONG: indices modulo nx and ny in place of a guard: several threads write the same element
// EXPECT test: 2.4/nx=97,ny=61,bx=16,by=16
// EXPECT says: several threads write the same element
// EXPECT pass: 2.4/nx=32,ny=8,bx=32,by=8

#define OWN_KERNEL
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) % nx, j = (blockIdx.y * blockDim.y + threadIdx.y) % ny;
    c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}

#include "tests/lab2/correct_matrix.cuh"
