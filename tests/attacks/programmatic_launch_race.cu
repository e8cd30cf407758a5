// WRONG: a programmatic dependent launch that does not wait for the kernel before it, whose results it reads
// EXPECT test: 3.2/n=8
// EXPECT pass: 3.1/n=33
// EXPECT check: not-simulated

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void copy_kernel(const float *in, float *copy, int n) {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    POINT_OF_THREAD;
    if (i < n && j < n && k < n) copy[(i * n + j) * n + k] = in[(i * n + j) * n + k];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *copy;
    cudaStream_t stream;
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    cudaMalloc(&copy, sizeof(float) * n * n * n);
    cudaStreamCreate(&stream);
    copy_kernel<<<grid, block, 0, stream>>>(in, copy, n);
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, stencil_kernel, (const float *)copy, out, n, c);
    cudaStreamSynchronize(stream);
    cudaFree(copy);
}
