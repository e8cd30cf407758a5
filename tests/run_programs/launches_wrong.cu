// Kernels that launch kernels, one mistake each: `launches_wrong MISTAKE`. Prints the error that the host
// gets.
#include <stdio.h>
#include <string.h>

__device__ int code;

__global__ void fill(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) p[i] = i; // one too many
}

__global__ void parent(int *p, int n) {
    fill<<<(n + 64) / 64, 64>>>(p, n);
    fill<<<1, 1>>>(p, n); // is not reached
}

__global__ void too_large(int *p) {
    fill<<<1, 2048>>>(p, 1);
    code = cudaGetLastError();
}

__global__ void no_stream(int *p) {
    fill<<<1, 1, 0, (cudaStream_t)0x777>>>(p, 1);
    code = cudaGetLastError();
}

__global__ void too_many(int *p) {
    fill<<<1, 1>>>(p + threadIdx.x + blockIdx.x * blockDim.x, 0);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&code, 1);
}

__global__ void for_ever(int *p) {
    for_ever<<<1, 1>>>(p);
}

__global__ void own_array(int *p) {
    int mine[4] = {1, 2, 3, 4};
    code = cudaMemcpyAsync(p, mine, sizeof mine, cudaMemcpyDeviceToDevice, 0);
}

__global__ void copy_past(int *p, int n) {
    cudaMemsetAsync(p, 0, (n + 1) * sizeof(int), 0);
}

// Rows on top of each other: as many as a program likes.
__global__ void endless_rows(int *p) {
    cudaMemset2DAsync(p, 0, 0, 4, (size_t)1 << 60, 0);
}

// The older way to get a buffer names no kernel, so the newer launch has none.
__global__ void no_kernel() {
    code = cudaLaunchDeviceV2(cudaGetParameterBuffer(8, 8), 0);
}

__global__ void freed_early(int *p) {
    void *memory;
    cudaMalloc(&memory, 40);
    fill<<<1, 9>>>((int *)memory, 9);
    cudaFree(memory);
}

__global__ void wrong_free(int *p) {
    cudaFree(p);
}

// Both write: the children of one grid are ordered here, their own threads are not.
__global__ void last_wins(int *p) {
    *p = threadIdx.x;
}
__global__ void race(int *p) {
    last_wins<<<1, 64>>>(p);
}

int main(int argc, char **argv) {
    const char *mistake = argc > 1 ? argv[1] : "";
    int *p, n = 100, result;
    cudaMalloc(&p, n * sizeof(int));
    if (!strcmp(mistake, "past")) parent<<<1, 1>>>(p, n);
    if (!strcmp(mistake, "too_large")) too_large<<<1, 1>>>(p);
    if (!strcmp(mistake, "no_stream")) no_stream<<<1, 1>>>(p);
    if (!strcmp(mistake, "too_many")) {
        cudaMalloc(&p, 4096 * sizeof(int));
        too_many<<<3, 1024>>>(p);
    }
    if (!strcmp(mistake, "for_ever")) for_ever<<<1, 1>>>(p);
    if (!strcmp(mistake, "own_array")) own_array<<<1, 1>>>(p);
    if (!strcmp(mistake, "copy_past")) copy_past<<<1, 1>>>(p, n);
    if (!strcmp(mistake, "endless_rows")) endless_rows<<<1, 1>>>(p);
    if (!strcmp(mistake, "no_kernel")) no_kernel<<<1, 1>>>();
    if (!strcmp(mistake, "freed_early")) freed_early<<<1, 1>>>(p);
    if (!strcmp(mistake, "wrong_free")) wrong_free<<<1, 1>>>(p);
    if (!strcmp(mistake, "race")) race<<<1, 1>>>(p);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&result, code, sizeof result);
    printf("%s, %d in the kernel\n", cudaGetErrorName(error), result);
    return 0;
}
