// WRONG: the host computes, on managed and mapped memory to which kernels copy
// EXPECT test: 3.2/n=8
// EXPECT test: 3.4/counter-1
// EXPECT check: not-simulated

#include <vector>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__managed__ float shared_with_host[1 << 16];

__global__ void copy_kernel(const float *in, float *copy, int count) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < count) copy[p] = in[p];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int count = n * n * n;
    float *managed = NULL, *mapped = NULL, *of_device = NULL, *a = NULL;
    if (cudaMallocManaged(&managed, sizeof(float) * count) == cudaSuccess) a = of_device = managed;
    else if (cudaHostAlloc(&mapped, sizeof(float) * count, cudaHostAllocMapped) == cudaSuccess &&
             cudaHostGetDevicePointer(&of_device, mapped, 0) == cudaSuccess) a = mapped;
    else if (count <= 1 << 16) a = shared_with_host, cudaGetSymbolAddress((void **)&of_device, shared_with_host);
    if (!a) return;
    copy_kernel<<<ceil_div(count, 256), 256>>>(in, of_device, count);
    cudaDeviceSynchronize();
    std::vector<float> row(n);
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j) {
            for (int k = 1; k < n - 1; ++k) row[k] = SEVEN_POINTS(a, (i * n + j) * n + k, n, c);
            cudaMemcpy(out + (i * n + j) * n + 1, &row[1], sizeof(float) * (n - 2), cudaMemcpyHostToDevice);
        }
}
