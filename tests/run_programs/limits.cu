// What __launch_bounds__() and cudaFuncSetAttribute() promise is kept, with CUDA's own errors.
#include "tests/run_programs/checked.h"

__global__ void __launch_bounds__(128) bounded(int *out) {
    out[threadIdx.x % 128] = 1;
}

__global__ void dynamic(int *out) {
    extern __shared__ int memory[];
    memory[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = memory[threadIdx.x];
}

// Every attribute has an answer that a GPU of this kind would know, the same as cudaDeviceProp's.
static void attributes() {
    cudaDeviceProp about;
    int unknown = 0, value = -1;
    CHECKED(cudaGetDeviceProperties(&about, 0));
    for (int number = 1; number <= 140; number++)
        if (cudaDeviceGetAttribute(&value, (cudaDeviceAttr)number, 0) != cudaSuccess) unknown = number;
    CHECKED(cudaDeviceGetAttribute(&value, cudaDevAttrSparseCudaArraySupported, 0));
    printf("the last unknown attribute: %d, sparse arrays %d %d\n", unknown, value,
           about.sparseCudaArraySupported);
    printf("no such attribute: %s\n",
           cudaGetErrorName(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)100000, 0)));
    cudaGetLastError();
}

int main() {
    attributes();
    int *out;
    cudaFuncAttributes about;
    CHECKED(cudaMalloc(&out, 128 * sizeof *out));
    CHECKED(cudaFuncGetAttributes(&about, bounded));
    printf("at most %d threads\n", about.maxThreadsPerBlock);
    bounded<<<1, 128>>>(out);
    CHECKED(cudaGetLastError());
    bounded<<<1, 256>>>(out);
    printf("256: %s\n", cudaGetErrorName(cudaGetLastError()));

    dynamic<<<1, 128, 50000>>>(out);
    printf("not asked for: %s\n", cudaGetErrorName(cudaGetLastError()));
    CHECKED(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000));
    dynamic<<<1, 128, 50000>>>(out);
    CHECKED(cudaGetLastError());
    dynamic<<<1, 128, 50001>>>(out);
    printf("more than asked for: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
