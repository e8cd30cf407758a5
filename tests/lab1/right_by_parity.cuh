// A right launch_by_parity, for test submissions that are about something else.
#include <cuda_runtime.h>

#include "common/grid.h"
#include "common/two_paths.h"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) out[tid] = (tid % 2 == 0 ? 2 : -1) * in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
