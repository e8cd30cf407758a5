// Barriers that not all threads reach, and some that look so.
extern "C" __global__ void in_branch(float *out) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = t;
    if (t < 40) __syncthreads(); // HERE: in_branch
    out[t] = s[63 - t];
}

// Whole warps that do not come.
extern "C" __global__ void in_warp_branch(float *out) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = t;
    if (t < 32) {
        __syncthreads(); // HERE: warp_branch
        s[t] += s[t + 32];
    }
    out[t] = s[t];
}

// Threads outside the data leave before the barrier.
extern "C" __global__ void early_return(const float *in, float *out, int n) {
    __shared__ float s[64];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i >= n) return; // HERE: leaves
    s[t] = in[i];
    __syncthreads(); // HERE: after_leaving
    out[i] = s[t] + s[t ? t - 1 : 0];
}

// Lanes go round the loop a different number of times.
extern "C" __global__ void in_loop(int *out, const int *rounds) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    s[t] = 0;
    for (int k = 0; k < rounds[t]; k++) {
        s[t] += k;
        __syncthreads(); // HERE: in_loop
    }
    out[t] = s[t];
}

// Warps wait at barriers of different numbers, for all threads of the block.
extern "C" __global__ void different_barriers(int *out) {
    const int t = threadIdx.x;
    if (t < 32)
        asm volatile("bar.sync 1;" ::: "memory"); // HERE: barrier_1
    else
        asm volatile("bar.sync 2;" ::: "memory"); // HERE: barrier_2
    out[t] = t;
}

// Waits for more threads than will ever come.
extern "C" __global__ void too_many(int *out) {
    asm volatile("bar.sync 1, 128;" ::: "memory"); // HERE: too_many
    out[threadIdx.x] = 1;
}

// A shuffle with a full mask that half of the warp does not run.
extern "C" __global__ void shuffle_in_branch(int *out) {
    const int t = threadIdx.x;
    int v = t;
    if (t < 16) v = __shfl_down_sync(0xffffffff, v, 8); // HERE: shuffle
    out[t] = v;
}

// Right: the other half of the warp leaves, and is not waited for.
extern "C" __global__ void vote_of_those_who_stay(unsigned *out) {
    const int t = threadIdx.x;
    unsigned v = t;
    if (t < 16) v = __ballot_sync(0xffffffff, t & 1);
    out[t] = v;
}

extern "C" __global__ void vote_not_named(int *out) {
    const int t = threadIdx.x;
    out[t] = __ballot_sync(0x0000ffff, t & 1); // HERE: vote
}

// Right: the condition is the same in the whole block.
extern "C" __global__ void same_for_all(float *out, int twice) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = t;
    if (twice) {
        __syncthreads();
        s[t] += 1;
    }
    for (int k = 0; k < twice; k++) __syncthreads();
    __syncthreads();
    out[t] = s[63 - t];
}

// Right: all threads of the block leave, or none.
extern "C" __global__ void whole_blocks_leave(float *out, int blocks) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    if (blockIdx.x >= blocks) return;
    s[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

// Right: the threads that are done leave behind the last barrier.
extern "C" __global__ void leave_after(float *out) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t >= 50) return;
    out[t] = s[63 - t];
}

// Right: the work is guarded, not the thread.
extern "C" __global__ void guarded_work(const float *in, float *out, int n) {
    __shared__ float s[64];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) out[i] = s[t] + s[t ? t - 1 : 0];
}

// Right as long as no element is negative: a return deep inside a branch, before a barrier.
extern "C" __global__ void return_on_error(const int *in, int *out, int *error) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = in[t];
    if (t % 3 == 0) {
        v *= 2;
        if (v < 0) { // HERE: error
            *error = t;
            return;
        }
        v += 1;
    }
    s[t] = v;
    __syncthreads(); // HERE: after_error
    out[t] = s[63 - t];
}

// Right: lanes that have left need not take part in a shuffle, though the mask names them.
extern "C" __global__ void shuffle_after_return(const int *in, int *out, int n) {
    const int t = threadIdx.x;
    if (t >= n) return;
    int v = in[t];
    for (int half = 16; half > 0; half /= 2) v += __shfl_xor_sync(0xffffffff, v, half);
    out[t] = v;
}

// Right: the mask is that of the lanes that are here.
extern "C" __global__ void shuffle_of_some(int *out) {
    const int t = threadIdx.x;
    int v = t;
    if (t < 16) v = __shfl_xor_sync(0x0000ffff, v, 8);
    __syncwarp();
    if (t % 3 == 0) v += __popc(__ballot_sync(0x49249249, v > 4));
    out[t] = v;
}

// Right: all lanes meet again before the barrier, by different ways.
extern "C" __global__ void after_divergence(const int *in, int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = 0;
    for (int k = 0; k < in[t]; k++) {
        if (k == t) break;
        if ((k + t) % 3 == 0) continue;
        v += k;
    }
    switch (t % 4) {
    case 0: v += 1; break;
    case 1: v *= 3;
    case 2: v -= t; break;
    default: v = -v;
    }
    s[t] = v;
    __syncthreads();
    out[t] = s[63 - t];
}

__device__ __noinline__ int total(int *s, int v) {
    if (v < 0) return 0;
    s[threadIdx.x] = v;
    __syncthreads(); // HERE: in_function
    return s[threadIdx.x] + s[(threadIdx.x + 1) % 64];
}

// Right while nothing is negative: a barrier in a function that is called.
extern "C" __global__ void barrier_in_function(const int *in, int *out) {
    __shared__ int s[64];
    out[threadIdx.x] = total(s, in[threadIdx.x]);
}
