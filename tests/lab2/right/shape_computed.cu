// RIGHT: the shape is computed from the facts of the device

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, 0))) return cudaErrorInvalidDevice;
    int threads = p.warpSize; // the smallest block that fills the SM with the block slots it has
    while (p.maxThreadsPerMultiProcessor % threads ||
           threads * p.maxBlocksPerMultiProcessor < p.maxThreadsPerMultiProcessor)
        threads += p.warpSize;
    return launch_matrix_sum(a, b, c, nx, ny, p.warpSize, threads / p.warpSize);
}
