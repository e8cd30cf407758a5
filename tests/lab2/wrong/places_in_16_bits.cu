// WRONG: rows and columns are counted in 16 bits, which end at 65535
// EXPECT test: 2.4/nx=3,ny=65567,bx=8,by=32
// EXPECT test: 2.4/nx=66561,ny=2,bx=1024,by=1
// EXPECT pass: 2.4/nx=512,ny=130,bx=32,by=32

#define OWN_KERNEL
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}

#include "tests/lab2/correct_matrix.cuh"
