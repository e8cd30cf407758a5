// The other translation unit of linked.cu.
__device__ int offset = 5;
__constant__ int factors[4] = {1, 2, 3, 4};
__managed__ int calls = 10;

__device__ __noinline__ int scaled(int x) {
    return 2 * x;
}

__global__ void more(int *p) {
    p[threadIdx.x] += 100;
}
