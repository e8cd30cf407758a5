// WRONG: a kernel that touches as many pages of device memory as it can
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(char *memory, unsigned long long bytes) {
    for (unsigned long long at = (blockIdx.x * 256ull + threadIdx.x) * 4096; at < bytes; at += 4096ull * 256 * 1024) memory[at] = 1;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    if (n < 60) return;
    size_t bytes, total;
    cudaMemGetInfo(&bytes, &total);
    char *memory = NULL;
    while (bytes > 1 << 20 && cudaMalloc(&memory, bytes) != cudaSuccess) bytes /= 2;
    hostile<<<1024, 256>>>(memory, bytes);
}
