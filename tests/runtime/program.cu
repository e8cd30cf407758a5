// An ordinary CUDA program, linked with -cudart shared, that test_student.c runs on our libcudart.
#include <cstdio>

__global__ void twice(int *p) {
    p[threadIdx.x] *= 2;
}

int main() {
    int count = 0, *p = nullptr;
    cudaError_t error = cudaGetDeviceCount(&count);
    printf("%s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;
    cudaMalloc(&p, 64);
    twice<<<1, 16>>>(p);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(p);
    return 0;
}
