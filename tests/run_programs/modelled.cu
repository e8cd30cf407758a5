// Launches what its arguments name, for the tests of the model of time: kernels of which it is known what limits them,
// or which of two is faster.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void copy(float *out, const float *in, int stride) {
    size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * stride;
    out[i] = in[i];
}

__global__ void copy_four(float4 *out, const float4 *in) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// Four dependent chains of products for each thread.
__global__ void multiply(float *out, int rounds) {
    float x = threadIdx.x, y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < rounds; i++) {
        x = x * 1.5f + 0.5f, y = y * 1.5f + 0.5f;
        z = z * 1.5f + 0.5f, w = w * 1.5f + 0.5f;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y + z + w;
}

// One line of PTX becomes several machine instructions, with branches among them.
__global__ void roots(float *out, int rounds) {
    float x = (float)threadIdx.x;
    for (int i = 0; i < rounds; i++) x = sqrtf(x) + 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void sines(float *out, int rounds) {
    float x = (float)threadIdx.x;
    for (int i = 0; i < rounds; i++) x = __sinf(x);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void chase(int *out, const int *next, int steps) {
    int at = threadIdx.x;
    for (int i = 0; i < steps; i++) at = next[at];
    out[threadIdx.x] = at;
}

// A march: the load of the next round stands ahead of its use, and barriers lie between.
__global__ void march(float *out, const float *in, int planes, int plane) {
    __shared__ float row[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float next = in[i];
    for (int k = 0; k < planes; k++) {
        row[threadIdx.x] = next;
        if (k + 1 < planes) next = in[i + (k + 1) * plane];
        __syncthreads();
        out[i + k * plane] = row[threadIdx.x ^ 1];
        __syncthreads();
    }
}

// Lanes that leave early, while the others of their warp go on: the end of the kernel is not executed twice.
__global__ void leave(float *out, const float *in, int margin) {
    const int x = threadIdx.x, i = blockIdx.x * blockDim.x + x;
    if (x < margin || x >= 32 - margin) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 12; k++) sum += in[i + (k << 16)] * (float)k;
    out[i] = sum;
}

// Rows of a sparse matrix: the rounds of a loop that ptxas unrolls, with a condition in it.
__global__ void bands(float *out, const int *column, const float *value, const float *in, int n, int width) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        const int c = column[k * n + row];
        if (c >= 0) sum += value[k * n + row] * in[c];
    }
    out[row] = sum;
}

int main(int argc, char **argv) {
    const size_t n = 32 << 20;
    float *a, *b;
    cudaMalloc(&a, n * sizeof *a), cudaMalloc(&b, n * sizeof *b);
    cudaMemset(a, 0, n * sizeof *a), cudaMemset(b, 0, n * sizeof *b);
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        const int size = std::strchr(name, '=') ? std::atoi(std::strchr(name, '=') + 1) : 1;
        if (!std::strncmp(name, "copy=", 5)) copy<<<size * 4096, 256>>>(b, a, 1); // millions of floats
        if (!std::strncmp(name, "wide=", 5)) copy_four<<<size * 4096, 256>>>((float4 *)b, (const float4 *)a);
        if (!std::strncmp(name, "stride=", 7)) copy<<<4096, 256>>>(b, a, size);
        if (!std::strncmp(name, "roots=", 6)) roots<<<1056, 256>>>(b, size);
        if (!std::strncmp(name, "sines=", 6)) sines<<<1056, 256>>>(b, size);
        if (!std::strncmp(name, "multiply=", 9)) multiply<<<1056, 256>>>(b, size);
        if (!std::strncmp(name, "chase=", 6)) chase<<<1, 32>>>((int *)b, (const int *)a, size);
        if (!std::strncmp(name, "march=", 6)) march<<<4096, 256>>>(b, a, size, 1 << 20);
        if (!std::strncmp(name, "leave=", 6)) leave<<<4096, 32>>>(b, a, size);
        if (!std::strncmp(name, "bands=", 6)) bands<<<2048, 256>>>(b, (const int *)a, a, a, 1 << 19, size);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
