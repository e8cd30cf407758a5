// WRONG: the pieces begin at offsets in bytes, which are added to a pointer that counts floats
// EXPECT test: 0.1/n=1000
// EXPECT cause: a number of bytes to `device`, which is a float *
// EXPECT todo: 0.1

#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    // TODO 0.1
    float *device = NULL;
    cudaError_t error = cudaMalloc(&device, n * sizeof(float));
    for (int first = 0; error == cudaSuccess && first < n; first += 100) {
        const size_t bytes = (n - first < 100 ? n - first : 100) * sizeof(float);
        error = cudaMemcpy(&device[first * sizeof *device], &from[first], bytes, cudaMemcpyHostToDevice); // <-- HERE
    }
    if (error == cudaSuccess) error = cudaMemcpy(to, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    // end 0.1
    return error;
}

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
