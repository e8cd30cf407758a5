// CUDA_CHECK: says where a CUDA runtime call went wrong, with CUDA's own name and words for the error.
#ifndef WARPBOOK_CUDA_CHECK_H
#define WARPBOOK_CUDA_CHECK_H

#include <stdbool.h>
#include <stdio.h>

#include <cuda_runtime.h>

// CUDA_CHECK(call) is true when the call succeeded. It never ends the program, so that a launch function can
// still give back what it holds:
//     if (!CUDA_CHECK(cudaMalloc(&scratch, bytes))) return;
//     CUDA_CHECK(cudaGetLastError()); // after kernel<<<grid, block>>>(...): was the launch accepted?
// A kernel that fails while it runs is reported by a later call, such as cudaDeviceSynchronize().
#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__)

static inline bool cuda_check(cudaError_t error, const char *call, const char *file, int line) {
    if (error == cudaSuccess) return true;
    fprintf(stderr, "%s:%d: %s: %s\n    %s\n", file, line, cudaGetErrorName(error), cudaGetErrorString(error),
            call);
    return false;
}

#endif
