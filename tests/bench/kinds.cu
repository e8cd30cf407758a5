// Kernels of kinds that were slow on the simulator, for bench_kinds.c, which takes them from this file.

// A block scan with a barrier a step (Hillis and Steele), two buffers in shared memory.
__global__ void block_scan(const int *in, int *out, int n) {
    __shared__ int sums[2][256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, from = 0;
    sums[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        sums[1 - from][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (i < n) out[i] = sums[from][t];
}

// Each thread goes along a stretch of its own, so that the lanes of a warp store `length` elements apart.
__global__ void strided_store(int *out, int n, int length) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
    for (int i = 0; i < length && first + i < n; i++) out[first + i] = i;
}

// Each thread merges two sorted stretches one element at a time.
__global__ void serial_merge(const int *in, int *out, int n, int length) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * length;
    if (first + 2 * length > n) return;
    int a = first, b = first + length, a_end = b, b_end = b + length;
    for (int i = first; i < b_end; i++)
        out[i] = b == b_end || (a < a_end && in[a] <= in[b]) ? in[a++] : in[b++];
}

// Each thread copies a small piece, byte by byte.
__global__ void copy_pieces(const char *in, char *out, int n, int length) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
    for (int i = 0; i < length && first + i < n; i++) out[first + i] = in[first + i];
}

// A histogram of bytes in shared memory, then added to the whole one.
__global__ void byte_histogram(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int count[256];
    count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&count[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], count[threadIdx.x]);
}

// A barrier every 20 instructions or so: each step exchanges a value with a neighbour.
__global__ void many_barriers(const float *in, float *out, int n, int steps) {
    __shared__ float row[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float x = i < n ? in[i] : 0;
    for (int s = 0; s < steps; s++) {
        row[t] = x;
        __syncthreads();
        float left = row[(t + 255) & 255], right = row[(t + 1) & 255];
        x = 0.25f * left + 0.5f * x + 0.25f * right;
        x = x > 1e6f ? 1e6f : x;
        __syncthreads();
    }
    if (i < n) out[i] = x;
}
