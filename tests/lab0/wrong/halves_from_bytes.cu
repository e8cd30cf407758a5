// WRONG: where the second half begins is counted in bytes, and added to a pointer to floats on the host
// EXPECT test: 0.1/n=1000
// EXPECT cause: in its source
// EXPECT todo: 0.1

#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    // TODO 0.1
    float *device = NULL;
    const size_t half = n / 2;
    const size_t offset = half * sizeof(float); // <-- HERE
    cudaError_t error = cudaMalloc(&device, n * sizeof(float));
    if (error == cudaSuccess) error = cudaMemcpy(device, from, half * sizeof(float), cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(device + half, from + offset, (n - half) * sizeof(float), cudaMemcpyHostToDevice); // <-- HERE
    if (error == cudaSuccess) error = cudaMemcpy(to, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    // end 0.1
    return error;
}

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
