// RIGHT: pieces of 100 elements are uploaded, added and read back one after the other

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"
#include "common/grid.h"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    enum { PIECE = 512 };
    float *d;
    cudaMalloc(&d, 3 * PIECE * sizeof *d);
    cudaError_t error = cudaSuccess;
    for (int first = 0; first < n && !error; first += PIECE) {
        const int count = n - first < PIECE ? n - first : PIECE;
        cudaMemcpy(d, a + first, count * sizeof *d, cudaMemcpyHostToDevice);
        cudaMemcpy(d + PIECE, b + first, count * sizeof *d, cudaMemcpyHostToDevice);
        add_kernel<<<ceil_div(count, block), block>>>(d, d + PIECE, d + 2 * PIECE, count);
        error = cudaGetLastError();
        if (!error) error = cudaMemcpy(c + first, d + 2 * PIECE, count * sizeof *c, cudaMemcpyDeviceToHost);
    }
    cudaFree(d);
    return error;
}
