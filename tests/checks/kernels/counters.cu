// Accesses of every shape, for the counters of requests, sectors and bank conflicts.
typedef unsigned char byte;

// Element `index[i]` of any type, for each thread; -1: this thread does nothing.
template <typename T> __device__ __forceinline__ void load_at(const T *in, const int *index, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) {
        const volatile T *v = in + at;
        out[i] = (int)*v; // HERE: load_at
    }
}

extern "C" __global__ void load_bytes(const byte *in, const int *index, int *out) { load_at(in, index, out); }
extern "C" __global__ void load_shorts(const short *in, const int *index, int *out) { load_at(in, index, out); }
extern "C" __global__ void load_floats(const float *in, const int *index, int *out) { load_at(in, index, out); }
extern "C" __global__ void load_doubles(const double *in, const int *index, int *out) { load_at(in, index, out); }

extern "C" __global__ void load_pairs(const float2 *in, const int *index, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) {
        const float2 v = in[at];
        out[i] = (int)(v.x + v.y);
    }
}

extern "C" __global__ void load_fours(const float4 *in, const int *index, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) {
        const float4 v = in[at];
        out[i] = (int)(v.x + v.y + v.z + v.w);
    }
}

extern "C" __global__ void store_bytes(byte *to, const int *index) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) to[at] = (byte)i;
}

extern "C" __global__ void store_floats(float *to, const int *index) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) to[at] = (float)i;
}

extern "C" __global__ void store_doubles(double *to, const int *index) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) to[at] = i;
}

extern "C" __global__ void store_fours(float4 *to, const int *index) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];
    if (at >= 0) to[at] = make_float4(i, i, i, i);
}

// Shared memory: every element is written by its thread, one warp or more, then read at `index`.
template <typename T> __device__ __forceinline__ void shared_at(const int *index, int *out, T *s, int elements) {
    for (int k = threadIdx.x; k < elements; k += blockDim.x) ((float *)s)[k] = (float)k; // HERE: shared_fill
    __syncthreads();
    const int at = index[threadIdx.x];
    float sum = 0;
    if (at >= 0) {
        const T v = s[at]; // HERE: shared_load
        const float *f = (const float *)&v;
        for (int k = 0; k < sizeof(T) / 4; k++) sum += f[k];
    }
    out[threadIdx.x] = (int)sum;
}

extern "C" __global__ void shared_floats(const int *index, int *out) {
    __shared__ __align__(16) float s[4096];
    shared_at(index, out, s, 4096);
}

extern "C" __global__ void shared_pairs(const int *index, int *out) {
    __shared__ __align__(16) float s[4096];
    shared_at(index, out, (float2 *)s, 4096);
}

extern "C" __global__ void shared_fours(const int *index, int *out) {
    __shared__ __align__(16) float s[4096];
    shared_at(index, out, (float4 *)s, 4096);
}

extern "C" __global__ void shared_store(const int *index, int *out) {
    __shared__ float s[4096];
    const int at = index[threadIdx.x];
    if (at >= 0) s[at] = (float)at; // HERE: shared_store
    __syncthreads();
    out[threadIdx.x] = at >= 0 ? (int)s[at] : 0;
}

// As most kernels begin: two loads and a store of neighbouring elements under a guard.
extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i]; // HERE: add
}

// Barriers in a loop.
extern "C" __global__ void barriers(int *out, int n) {
    int v = threadIdx.x;
    for (int k = 0; k < n; k++) {
        __syncthreads(); // HERE: barrier
        v = v * 3 + k;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__device__ __forceinline__ float twice(const float *a, int i) {
    return 2 * a[i]; // HERE: in_inlined
}

__device__ __noinline__ float thrice(const float *a, int i) {
    return 3 * a[i]; // HERE: in_called
}

extern "C" __global__ void lines(const float *a, float *out) {
    const int i = threadIdx.x;
    float v = twice(a, i); // HERE: calls_inlined
    v += thrice(a, i);
    out[i] = v; // HERE: line_store
}

// One kernel, three kinds of memory through generic addresses.
extern "C" __global__ void generic(const float *a, float *out, int pick) {
    __shared__ float s[64];
    s[threadIdx.x] = 2;
    __syncthreads();
    const float *from = (pick >> (threadIdx.x / 32)) & 1 ? s : a;
    out[threadIdx.x] = from[threadIdx.x]; // HERE: generic
}

// Constant memory has a cache of its own: no request of the load-store unit.
__constant__ float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};

extern "C" __global__ void constant(float *out, int k) {
    out[threadIdx.x] = weights[(k + threadIdx.x) & 7];
}

extern "C" __global__ void atomics(int *sum, int *out) {
    atomicAdd(sum, 1);
    out[threadIdx.x] = 1;
}

// A sector each: only those of global memory are sectors.
extern "C" __global__ void atomics_apart(int *counts) {
    __shared__ int tile[64 * 8];
    tile[8 * threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&tile[8 * threadIdx.x], 1);
    atomicAdd(&counts[8 * threadIdx.x], tile[8 * threadIdx.x]);
}
