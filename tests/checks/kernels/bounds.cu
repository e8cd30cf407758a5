// Accesses outside of memory, and some that only look so.
extern "C" __global__ void no_guard(const float *in, float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = in[i]; // HERE: load_past_end
    out[i] = v;
}

extern "C" __global__ void at_or_below(float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = 1; // HERE: store_past_end
}

extern "C" __global__ void left_neighbour(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float left = in[i - 1]; // HERE: before_start
        out[i] = left;
    }
}

// The index wraps: 0 - 1 in unsigned arithmetic, times 4 bytes.
extern "C" __global__ void unsigned_wrap(const float *in, float *out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float v = in[(size_t)(i - 1)]; // HERE: wrapped
        out[i] = v;
    }
}

extern "C" __global__ void null_pointer(const int *in, int *out) {
    if (in[0] == 5) out[threadIdx.x + 3] = 1; // HERE: null
}

extern "C" __global__ void store_int(int *out, int at, int value) {
    out[at] = value; // HERE: store
}

extern "C" __global__ void load_int(const int *in, int at, int *out) {
    out[0] = in[at]; // HERE: load
}

extern "C" __global__ void add_atomically(int *out, int at) {
    atomicAdd(&out[at], 1); // HERE: atomic
}

extern "C" __global__ void store_vector(float4 *out, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = make_float4(0, 1, 2, 3); // HERE: vector
}

extern "C" __global__ void store_halves(short *out, int n) {
    out[threadIdx.x] = (short)n; // HERE: halves
}

extern "C" __global__ void shared_index(int *out, int at) {
    __shared__ int s[16];
    s[threadIdx.x % 16] = 1;
    __syncthreads();
    out[threadIdx.x] = s[at]; // HERE: shared
}

extern "C" __global__ void dynamic_shared(int *out, int count) {
    extern __shared__ int d[];
    for (int i = 0; i < count; i++) d[i * 32 + threadIdx.x] = i; // HERE: dynamic
    out[threadIdx.x] = d[threadIdx.x];
}

extern "C" __global__ void local_index(int *out, int at, int from) {
    int a[8];
    for (int i = 0; i < 8; i++) a[i] = i * from;
    a[at] = from; // HERE: local_store
    out[threadIdx.x] = a[from & 7];
}

__device__ int table[4];
__constant__ int weights[4];

extern "C" __global__ void variables(int *out, int at) {
    table[at] = 3; // HERE: device_variable
    out[threadIdx.x] = table[0];
}

extern "C" __global__ void constants(int *out, int at) {
    out[threadIdx.x] = weights[at]; // HERE: constant_variable
}

__device__ __noinline__ void put(int *out, int at) {
    out[at] = 9; // HERE: in_function
}

extern "C" __global__ void through_call(int *out, int at) {
    put(out, at);
}

__device__ __forceinline__ void put_inline(int *out, int at) {
    out[at] = 9; // HERE: inlined
}

extern "C" __global__ void through_inlined(int *out, int at) {
    put_inline(out, at);
}

// Right: lanes that would be outside do not take part.
extern "C" __global__ void guarded(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
}
