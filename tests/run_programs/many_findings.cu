// More findings than there is room for, and then one that ends a kernel, or the program: it must be told.
#include <cstring>

#include "tests/run_programs/checked.h"

__global__ void race(int *p) {
    *p = threadIdx.x;
}

__global__ void past(int *p) {
    p[1000000] = 1;
}

__global__ void wait_for(volatile int *p) {
    while (*p != 1000000) {
    }
}

// A finding at each of its lines; the last one may end it.
#define HERE(i)   s[threadIdx.x ^ 1] = s[threadIdx.x] + i;
#define TEN(i)    HERE(i) HERE(i) HERE(i) HERE(i) HERE(i) HERE(i) HERE(i) HERE(i) HERE(i) HERE(i)
#define HUNDRED(i) TEN(i) TEN(i) TEN(i) TEN(i) TEN(i) TEN(i) TEN(i) TEN(i) TEN(i) TEN(i)
__global__ void many(int *p, int end) {
    __shared__ volatile int t[64];
    int *s = (int *)t;
    t[threadIdx.x] = threadIdx.x;
    __syncthreads();
    HUNDRED(p[0]) HUNDRED(p[1]) HUNDRED(p[2])
    __syncthreads();
    p[threadIdx.x < 32 ? end : 0] = t[threadIdx.x ^ 3];
}

int main(int, char **argv) {
    int *p;
    CHECKED(cudaMalloc(&p, 64 * sizeof(int)));
    CHECKED(cudaMemset(p, 0, 64 * sizeof(int)));
    for (int i = 0; i < 300; i++) race<<<1, 64>>>(p);
    CHECKED(cudaDeviceSynchronize());
    if (!strcmp(argv[1], "past")) past<<<1, 1>>>(p);
    if (!strcmp(argv[1], "endless")) wait_for<<<1, 1>>>(p);
    if (!strcmp(argv[1], "many")) many<<<1, 64>>>(p, 1000000);
    if (!strcmp(argv[1], "host"))
        for (int i = 0; i < 300; i++) cudaMemcpy(p + 1000, p, 4 + i, cudaMemcpyDeviceToDevice);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (!strcmp(argv[1], "host")) return *p;
}
