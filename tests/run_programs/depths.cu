// What kernels may pile up: calls inside calls, their registers, text that the host has not fetched, sizes of blocks.
//
//   depths calls DEPTH | registers DEPTH | printed LINES | shapes SIZES
#include <cstring>

#include "tests/run_programs/checked.h"

__device__ __noinline__ int call(int depth) { // with something to do after each call
    return depth ? call(depth - 1) * 3 % 1000 + depth : 0;
}

__global__ void calls(int *out, int depth) {
    *out = call(depth);
}

// Eighty values that live across the call.
__device__ __noinline__ double wide(const double *in, int depth) {
    double kept[80], sum = 0;
#pragma unroll
    for (int i = 0; i < 80; i++) kept[i] = in[i] * depth;
    if (depth) sum = wide(in, depth - 1);
#pragma unroll
    for (int i = 0; i < 80; i++) sum += kept[i] * i;
    return sum;
}

__global__ void registers(int *out, const double *in, int depth) {
    *out = (int)wide(in, depth);
}

__global__ void print(int lines) {
    for (int i = 0; i < lines; i++) printf("line %5d of a text that has eighty characters with the line break at its end. .\n", i);
}

__global__ void shape(int *out) {
    out[threadIdx.x] = blockDim.x;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const int count = atoi(argv[2]);
    int *out, host = -1;
    CHECKED(cudaMalloc(&out, sizeof *out));
    if (!strcmp(argv[1], "calls")) {
        calls<<<1, 1>>>(out, count);
    } else if (!strcmp(argv[1], "registers")) {
        double *in;
        CHECKED(cudaMalloc(&in, 80 * sizeof *in));
        CHECKED(cudaMemset(in, 0, 80 * sizeof *in));
        registers<<<1, 1>>>(out, in, count);
    } else if (!strcmp(argv[1], "printed")) {
        print<<<1, 1>>>(count);
    } else { // blocks of as many sizes
        int *many;
        CHECKED(cudaMalloc(&many, 1024 * sizeof *many));
        for (int i = 1; i <= count; i++) shape<<<1, i>>>(many);
        CHECKED(cudaMemcpy(out, many, sizeof *out, cudaMemcpyDeviceToDevice));
    }
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(error), host);
    return 0;
}
