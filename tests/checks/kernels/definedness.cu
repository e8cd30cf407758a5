// Memory that nobody has written: read and thrown away, or read and used.
//
// Each kernel gets `raw`, of which nothing is written, and `out`.

extern "C" __global__ void dropped(const float *raw, float *out) {
    volatile const float *v = raw;
    const float x = v[threadIdx.x];
    out[threadIdx.x] = threadIdx.x;
    if (threadIdx.x > 1000) out[0] = x;
}

// A halo is copied that no thread needs.
extern "C" __global__ void halo_not_used(const float *raw, float *out) {
    __shared__ float a[66], b[66];
    const int t = threadIdx.x;
    a[t + 1] = t;
    if (raw == out) a[0] = a[65] = 0; // never
    __syncthreads();
    b[t] = a[t];
    if (t < 2) b[64 + t] = a[64 + t];
    __syncthreads();
    out[t] = b[t + 1 < 64 ? t + 1 : t];
}

// The value is taken where it is valid; nvcc makes a selection of that.
extern "C" __global__ void selected(const float *raw, float *out) {
    const int valid = raw == out ? 32 : 0;
    const float x = raw[threadIdx.x];
    out[threadIdx.x] = (int)threadIdx.x < valid ? x : 1.0f;
}

extern "C" __global__ void through_a_shuffle(const float *raw, float *out) {
    const float mine = threadIdx.x % 2 ? raw[threadIdx.x] : 3.0f;
    out[threadIdx.x] = __shfl_sync(0xffffffff, mine, threadIdx.x & ~1); // the even lanes' values
}

extern "C" __global__ void from_odd_lanes(const float *raw, float *out) {
    const float mine = threadIdx.x % 2 ? raw[threadIdx.x] : 3.0f; // HERE: odd
    out[threadIdx.x] = __shfl_sync(0xffffffff, mine, threadIdx.x | 1);
}

__device__ __noinline__ float second(float a, float b) {
    asm volatile("" ::"f"(a));
    return b;
}

extern "C" __global__ void parameter_not_used(const float *raw, float *out) {
    out[threadIdx.x] = second(raw[threadIdx.x], 2.0f);
}

extern "C" __global__ void parameter_used(const float *raw, float *out) {
    const float x = raw[threadIdx.x]; // HERE: parameter
    out[threadIdx.x] = second(1.0f, x);
}

// Bits that are masked, shifted out, or decided by others.
extern "C" __global__ void bits_not_used(const unsigned *raw, unsigned *out) {
    const unsigned x = raw[threadIdx.x], low = (x & 0xffff0000u) | threadIdx.x;
    out[threadIdx.x] = (low & 0xffff) + ((x << 31) & 0x7fffffff);
}

extern "C" __global__ void bits_used(const unsigned *raw, unsigned *out) {
    const unsigned x = raw[threadIdx.x]; // HERE: bits
    out[threadIdx.x] = (x & 0x10) | 1;
}

extern "C" __global__ void decides_a_branch(const int *raw, int *out) {
    if (raw[0] > 7) out[threadIdx.x] = atomicAdd(out + 64, 1); // HERE: branch
}

extern "C" __global__ void is_an_address(const int *raw, int *out) {
    const int i = raw[0] & 31; // HERE: address
    out[i] = 1;
}

// From shared memory to registers to shared memory; another warp uses it.
extern "C" __global__ void handed_on(const float *raw, float *out) {
    __shared__ float a[64], b[64];
    const int t = threadIdx.x;
    if (t < 32) a[t] = raw == out ? 1 : 0;
    __syncthreads();
    b[63 - t] = a[t]; // HERE: handed_on
    __syncthreads();
    out[t] = b[t] * 2;
}

// The same, and only the written half is used.
extern "C" __global__ void handed_on_and_left(const float *raw, float *out) {
    __shared__ float a[64], b[64];
    const int t = threadIdx.x;
    if (t < 32) a[t] = t;
    __syncthreads();
    b[63 - t] = a[t];
    __syncthreads();
    if (t >= 32) out[t] = b[t] * 2;
}

// An undefined value in global memory is noted when somebody uses it.
extern "C" __global__ void double_all(const float *from, float *to) {
    to[threadIdx.x] = 2 * from[threadIdx.x]; // HERE: doubled
}

extern "C" __global__ void first_is_positive(const float *from, float *out) {
    if (threadIdx.x == 0 && from[0] > 0) out[0] = 1;
}

extern "C" __global__ void overwritten(const float *raw, float *out) {
    float x[4];
    for (int i = 0; i < 4; i++) x[i] = raw[i];
    for (int i = 0; i < 4; i++) x[i] = i;
    out[threadIdx.x] = raw[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = x[threadIdx.x % 4];
}

// A reduction of one warp that reads past the last thread's word and drops the sums.
extern "C" __global__ void past_the_last(const float *raw, float *out) {
    __shared__ volatile float s[64];
    const int t = threadIdx.x;
    s[t] = 1;
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        const float other = s[t + step];
        __syncwarp();
        s[t] = s[t] + other;
        __syncwarp();
    }
    if (t == 0) out[0] = s[0];
    if (raw == out) s[t + 32] = 0; // never
}

extern "C" __global__ void counts_from_nothing(const int *raw, int *out) {
    __shared__ int count;
    if (raw == out) count = 0; // never
    __syncthreads();
    atomicAdd(&count, 1); // HERE: count
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}

extern "C" __global__ void set_and_counted(const int *raw, int *out) {
    __shared__ int count;
    if (threadIdx.x == 0) atomicExch(&count, 0);
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}

extern "C" __global__ void votes(const int *raw, int *out) {
    const int x = threadIdx.x < 16 ? 1 : raw[threadIdx.x]; // HERE: vote
    if (__any_sync(0xffffffff, threadIdx.x == 3 || x == 77)) out[threadIdx.x] = 1;
    if (__all_sync(0xffffffff, x == 1)) out[threadIdx.x] = 2;
}

// Lanes go ways of their own and wait for each other.
extern "C" __global__ void in_strands(const float *raw, float *out) {
    const float x = raw[threadIdx.x]; // HERE: strands
    if (threadIdx.x & 1) {
        __syncwarp();
        out[threadIdx.x] = 5;
    } else {
        __syncwarp();
        out[threadIdx.x] = x;
    }
}
