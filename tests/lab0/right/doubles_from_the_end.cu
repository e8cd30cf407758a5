// RIGHT: the host turns both arrays round and makes doubles of them

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"
#include "common/grid.h"

#include <vector>

__global__ void add_kernel(const double *a, const double *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[n - 1 - i] = (float)(a[i] + b[i]);
}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    std::vector<double> both(2 * n);
    for (int i = 0; i < n; ++i) both[i] = a[n - 1 - i], both[n + i] = b[n - 1 - i];
    double *d;
    float *d_c;
    cudaMalloc(&d, 2 * n * sizeof *d);
    cudaMalloc(&d_c, n * sizeof *d_c);
    cudaMemcpy(d, both.data(), 2 * n * sizeof *d, cudaMemcpyHostToDevice);
    add_kernel<<<ceil_div(n, block), block>>>(d, d + n, d_c, n);
    cudaError_t error = cudaGetLastError();
    if (!error) error = cudaMemcpy(c, d_c, n * sizeof *c, cudaMemcpyDeviceToHost);
    cudaFree(d_c), cudaFree(d);
    return error;
}
