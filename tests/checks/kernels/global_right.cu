// Right uses of global memory, each close to a wrong one.
typedef unsigned char byte;

extern "C" __global__ void add_in_place(float *a, const float *b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}

extern "C" __global__ void grid_stride(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = in[i];
        out[i] = 2 * out[i];
    }
}

extern "C" __global__ void histogram(const int *in, int *bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i] & 15], 1);
}

extern "C" __global__ void sum(const float *in, float *total, int n) {
    __shared__ float s[128];
    const int t = threadIdx.x, i = blockIdx.x * 128 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) atomicAdd(total, s[0]);
}

__device__ unsigned int blocks_done;

// The block that comes last adds up what all have left.
extern "C" __global__ void last_block(const float *in, float *partial, float *total) {
    __shared__ float s[128];
    __shared__ bool last;
    const int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float sum = 0;
        for (int k = 0; k < gridDim.x; k++) sum += partial[k];
        *total = sum;
    }
}

// Each block waits for the sum of all blocks before it.
extern "C" __global__ void look_back(const int *in, volatile int *flags, int *sums, int *out) {
    __shared__ int before;
    const int t = threadIdx.x, b = blockIdx.x;
    if (t == 0) {
        before = 0;
        if (b > 0) {
            while (flags[b - 1] == 0) {
            }
            __threadfence();
            before = sums[b - 1];
        }
        sums[b] = before + in[b];
        __threadfence();
        flags[b] = 1;
    }
    __syncthreads();
    out[b * blockDim.x + t] = before;
}

// Neighbouring threads, and the first and last of neighbouring blocks, write neighbouring bytes of one word.
extern "C" __global__ void bytes(const byte *in, byte *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (byte)(in[i] + 1);
}

struct Mixed {
    double d;
    char c;
    short s;
    float f;
};

extern "C" __global__ void structures(Mixed *m, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    m[i].c = (char)i;
    m[i].d = in[i];
    m[i].s = (short)i;
    m[i].f = (float)m[i].d + m[i].s + m[i].c;
}

// Even blocks write one field, odd blocks the other.
extern "C" __global__ void fields(int2 *pairs, int n) {
    const int i = blockIdx.x / 2 * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (blockIdx.x % 2)
        pairs[i].x = i;
    else
        pairs[i].y = -i;
}

extern "C" __global__ void vectors(const float4 *in, float4 *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    v.x += v.w;
    out[i] = v;
    ((float *)out)[4 * i + 3] = v.x;
}

// Scratch memory of each block, with the barrier.
extern "C" __global__ void scratch(const float *in, float *scratch, float *out) {
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, mirrored = blockIdx.x * blockDim.x + blockDim.x - 1 - t;
    scratch[i] = in[i];
    __syncthreads();
    out[i] = scratch[mirrored];
    __syncthreads();
    scratch[mirrored] = out[i];
}

extern "C" __global__ void reverse_in_block(float *a) {
    const int first = blockIdx.x * blockDim.x, t = threadIdx.x;
    const float v = a[first + t];
    __syncthreads();
    a[first + blockDim.x - 1 - t] = v;
}

// Each pair is exchanged by one thread.
extern "C" __global__ void reverse_in_place(float *a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = n - 1 - i;
    if (i >= j) return;
    const float v = a[i];
    a[i] = a[j];
    a[j] = v;
}

extern "C" __global__ void transpose_pairs(float *a, int n) {
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x <= y) return;
    const float v = a[y * n + x];
    a[y * n + x] = a[x * n + y];
    a[x * n + y] = v;
}

// A warp's own row, handed from lane to lane.
extern "C" __global__ void warp_row(float *a) {
    const int t = threadIdx.x, row = (blockIdx.x * blockDim.x + t) / 32 * 32, lane = t % 32;
    a[row + lane] += 1;
    __syncwarp();
    const float v = a[row + (lane + 1) % 32];
    __syncwarp();
    a[row + lane] = v;
}

// Whoever finds it says so; all write the same.
extern "C" __global__ void found(const int *in, int *flag, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 7) *flag = 1;
}

// A queue: the counter gives each thread a place of its own.
extern "C" __global__ void compact(const int *in, int *out, int *count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 7) out[atomicAdd(count, 1)] = in[i];
}

// The highest of all, by compare and swap.
extern "C" __global__ void highest(const float *in, float *best, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int *at = (int *)best, old = atomicOr(at, 0);
    while (__int_as_float(old) < in[i]) {
        const int seen = atomicCAS(at, old, __float_as_int(in[i]));
        if (seen == old) break;
        old = seen;
    }
}

__device__ float table[256];

extern "C" __global__ void fill_table(float scale) {
    table[blockIdx.x * blockDim.x + threadIdx.x] = scale * threadIdx.x;
}

extern "C" __global__ void use_table(float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i] + table[255 - i];
}
