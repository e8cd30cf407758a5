// Races in shared memory. Each marked line is one access; blocks have 64 or 256 threads, or 32 where the name says warp.
typedef unsigned char byte;

// Moves the pointers on to this block's part; the thread's number in it.
template <typename In, typename Out> __device__ __forceinline__ int start(const In *&in, Out *&out) {
    in += blockIdx.x * blockDim.x;
    out += blockIdx.x * blockDim.x;
    return threadIdx.x;
}

// The other half of the block reads before anything says that the elements are there.
extern "C" __global__ void missing_first_barrier(const float *in, float *out) {
    __shared__ float s[64];
    const int t = start(in, out);
    s[t] = in[t]; // HERE: first_write
    out[t] = s[63 - t]; // HERE: first_read
}

// The next tile overwrites elements that slower warps still read.
extern "C" __global__ void missing_second_barrier(const float *in, float *out, int tiles) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < tiles; k++) {
        s[t] = in[k * 64 + t]; // HERE: second_write
        __syncthreads();
        sum += s[(t + 37) % 64]; // HERE: second_read
    }
    out[blockIdx.x * 64 + t] = sum;
}

// Two warps write the same element.
extern "C" __global__ void write_write(const float *in, float *out) {
    __shared__ float s[32];
    const int t = start(in, out);
    s[t % 32] = in[t]; // HERE: both_write
    __syncthreads();
    out[t] = s[t % 32];
}

// Two lanes of one warp write the same element in one instruction.
extern "C" __global__ void warp_write_write(const float *in, float *out) {
    __shared__ float s[32];
    const int t = start(in, out);
    s[t / 2] = in[t]; // HERE: lanes_write
    __syncwarp();
    out[t] = s[t / 2];
}

// One warp, and no __syncwarp() between: lanes need not run in step.
extern "C" __global__ void warp_read_write(const float *in, float *out) {
    __shared__ float s[32];
    const int t = start(in, out);
    s[t] = in[t]; // HERE: warp_write
    out[t] = s[t ^ 1]; // HERE: warp_read
}

// All lanes read one element that the first of them then writes.
extern "C" __global__ void warp_broadcast(const float *in, float *out) {
    __shared__ float s[32];
    const int t = start(in, out);
    s[t] = in[t];
    __syncwarp();
    const float first = s[0]; // HERE: broadcast_read
    if (t == 0) s[0] = first + 1; // HERE: broadcast_write
    __syncwarp();
    out[t] = first + s[t];
}

// Thread 0 clears the sum while others may already add to it.
extern "C" __global__ void clear_and_add(const int *in, int *out) {
    __shared__ int sum;
    const int t = start(in, out);
    if (t == 0) sum = 0; // HERE: clear
    atomicAdd(&sum, in[t]); // HERE: add
    __syncthreads();
    if (t == 0) out[0] = sum;
}

// The sum is read before all have added.
extern "C" __global__ void add_and_read(const int *in, int *out) {
    __shared__ int sum;
    const int t = start(in, out);
    if (t == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[t]); // HERE: add_first
    out[t] = sum; // HERE: read_early
}

// A tree without the barrier in its loop.
extern "C" __global__ void tree(const float *in, float *out) {
    __shared__ float s[256];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half]; // HERE: tree
    }
    __syncthreads();
    if (t == 0) out[0] = s[0];
}

// The last warp of a tree as it was written for GPUs before Volta, but without volatile.
extern "C" __global__ void last_warp(const float *in, float *out) {
    __shared__ float s[64];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        for (int half = 32; half > 0; half /= 2) s[t] += s[t + half]; // HERE: last_warp
    }
    if (t == 0) out[0] = s[0];
}

// Counting without atomics.
extern "C" __global__ void histogram(const int *in, int *out) {
    __shared__ int bins[16];
    const int t = start(in, out);
    if (t < 16) bins[t] = 0;
    __syncthreads();
    bins[in[t] & 15]++; // HERE: count
    __syncthreads();
    if (t < 16) out[t] = bins[t];
}

// Single bytes: each thread reads its neighbour's.
extern "C" __global__ void bytes(const byte *in, byte *out) {
    __shared__ byte s[256];
    const int t = start(in, out);
    s[t] = in[t]; // HERE: byte_write
    out[t] = s[(t + 1) % 256]; // HERE: byte_read
}

// A vector store covers what four other threads read.
extern "C" __global__ void vectors(const float4 *in, float *out) {
    __shared__ float4 s[64];
    const int t = start(in, out);
    if (t < 64) s[t] = in[t]; // HERE: vector_write
    out[t] = ((const float *)s)[255 - t]; // HERE: scalar_read
}

// The barrier orders the first tile only: the element is written again behind it.
extern "C" __global__ void write_after_barrier(const float *in, float *out) {
    __shared__ float s[256];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    out[t] = s[(t + 100) % 256]; // HERE: old_read
    s[t] = 0; // HERE: new_write
    __syncthreads();
    out[t] += s[t];
}

// Written by a warp, passed on by __syncwarp(), read by the other warp, which that does not reach.
extern "C" __global__ void other_warp(const float *in, float *out) {
    __shared__ float s[32];
    const int t = start(in, out);
    if (t < 32) {
        s[t] = in[t]; // HERE: own_warp_write
        __syncwarp();
        out[t] = s[31 - t];
    } else {
        out[t] = s[t - 32]; // HERE: other_warp_read
    }
}
