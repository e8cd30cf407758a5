// Kernels for test_race_neighbours.c: words that share eight bytes and have different histories.

// One row a block. A pitch of less than blockDim.x lets the ends of the rows meet.
extern "C" __global__ void rows(int *a, int pitch) {
    a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // HERE: rows
}

// Neighbouring words by different blocks; with `shift` the first block stores to the second one's words.
extern "C" __global__ void scattered(int *a, int shift) {
    int block = blockIdx.x == 0 ? shift : blockIdx.x;
    a[threadIdx.x * gridDim.x + block] = blockIdx.x + 1; // HERE: scattered
}

// The same memory as words, halves, bytes and double words, each time by other threads.
extern "C" __global__ void widths(char *a, int barrier) {
    int n = blockDim.x, t = threadIdx.x;
    char *mine = a + blockIdx.x * (4 * n + 4);
    ((int *)mine)[t] = t; // HERE: words
    __syncthreads();
    ((short *)mine)[2 * ((t + 5) % n)] = t;
    __syncthreads();
    mine[4 * ((t + 37) % n) + 3] = t; // HERE: bytes
    if (barrier) __syncthreads();
    if (t < n / 2 && blockIdx.x % 2 == 0) ((long long *)mine)[t] = t; // HERE: double words
}

// All blocks add to the even words. The others belong to one block each, unless `at` is 0.
extern "C" __global__ void beside_atomics(int *a, int at) {
    atomicAdd(&a[2 * threadIdx.x], 1); // HERE: atomic
    if (threadIdx.x % gridDim.x == blockIdx.x) a[2 * threadIdx.x + at] = 7; // HERE: plain
}

// A fence alone orders nothing, in a block or between blocks. `choice` 1: two threads store to one word; 2: all
// blocks store to the same words.
extern "C" __global__ void fenced(int *a, int choice) {
    int lane = choice == 1 && threadIdx.x == 0 ? 1 : threadIdx.x, block = choice == 2 ? 0 : blockIdx.x;
    a[lane * gridDim.x + block] = threadIdx.x + blockIdx.x; // HERE: fenced
    __threadfence();
}
