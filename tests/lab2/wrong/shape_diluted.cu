// WRONG: rows of 16 floats, and whole lines that nobody needs, so that the share of waste looks small
// EXPECT test: 2.5/counter-1
// EXPECT pass: 2.5/counter-2
// EXPECT says: must stay below 0.6
// EXPECT score: 85

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

__global__ void sum_and_lines(const volatile float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    if (i >= nx || j >= ny) return;
#pragma unroll 1
    for (int line = 0; line < 30; ++line) (void)a[32 * line + lane];
    c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    sum_and_lines<<<dim3(ceil_div(nx, 16), ceil_div(ny, 16)), dim3(16, 16)>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}
