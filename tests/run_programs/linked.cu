// A program of two translation units, -rdc=true: each uses variables and functions of the other.
#include "tests/run_programs/checked.h"

extern __device__ int offset;
extern __constant__ int factors[4];
extern __managed__ int calls;
__device__ int scaled(int x);
__global__ void more(int *p);

typedef int (*Function)(int);
__device__ Function functions[2] = {scaled, scaled};

__global__ void fill(int *p) {
    p[threadIdx.x] = scaled(threadIdx.x) + factors[threadIdx.x % 4] + functions[1](offset);
    if (threadIdx.x == 0) calls++;
}

int main() {
    int *p, host[32], seven = 7;
    CHECKED(cudaMalloc(&p, sizeof host));
    fill<<<1, 32>>>(p);
    more<<<1, 32>>>(p);
    CHECKED(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d, calls %d\n", host[0], host[31], calls);
    CHECKED(cudaMemcpyToSymbol(offset, &seven, sizeof seven));
    fill<<<1, 32>>>(p);
    CHECKED(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d\n", host[0]);
    more<<<1, 33>>>(p); // one thread too many
    CHECKED(cudaDeviceSynchronize());
    return 0;
}
