// Kernels of 300 parameters, and of as many bytes of parameters as CUDA allows.
#include "tests/run_programs/checked.h"

#define TEN(t, n) t n##0, t n##1, t n##2, t n##3, t n##4, t n##5, t n##6, t n##7, t n##8, t n##9
#define HUNDRED(t, n)                                                                                        \
    TEN(t, n##0), TEN(t, n##1), TEN(t, n##2), TEN(t, n##3), TEN(t, n##4), TEN(t, n##5), TEN(t, n##6),        \
        TEN(t, n##7), TEN(t, n##8), TEN(t, n##9)
#define VALUES(n) n, n, n, n, n, n, n, n, n, n
#define HUNDRED_VALUES(n)                                                                                    \
    VALUES(n), VALUES(n), VALUES(n), VALUES(n), VALUES(n), VALUES(n), VALUES(n), VALUES(n), VALUES(n), VALUES(n)

__global__ void many(HUNDRED(int, a), HUNDRED(char, b), HUNDRED(double, c), float *out) {
    out[threadIdx.x] = a00 + a99 + b00 + b99 + c00 + c99;
}

struct Block {
    char bytes[4096 - 8];
};
__global__ void large(Block block, float *out) {
    out[threadIdx.x] = block.bytes[0] + block.bytes[4087];
}

int main() {
    float *out, h[2];
    Block block = {};
    block.bytes[0] = 20;
    block.bytes[4087] = 22;
    CHECKED(cudaMalloc(&out, sizeof h));
    many<<<1, 2>>>(HUNDRED_VALUES(1), HUNDRED_VALUES(2), HUNDRED_VALUES(4.5), out);
    CHECKED(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    printf("%g %g ", h[0], h[1]);
    large<<<1, 2>>>(block, out);
    CHECKED(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    printf("%g %g\n", h[0], h[1]);
    many<<<1, 3>>>(HUNDRED_VALUES(1), HUNDRED_VALUES(2), HUNDRED_VALUES(4.5), out); // one thread too many
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
