// RIGHT: a loop in both directions: right for any grid

#define OWN_KERNEL
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < ny; j += gridDim.y * blockDim.y)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nx; i += gridDim.x * blockDim.x)
            c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}

#include "tests/lab2/correct_matrix.cuh"
