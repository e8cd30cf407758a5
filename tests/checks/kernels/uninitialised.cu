// Reads of memory that was never written.
extern "C" __global__ void copy(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i]; // HERE: copy
}

extern "C" __global__ void fill(float *out, int first, int n) {
    const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}

extern "C" __global__ void add_to(float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += 1; // HERE: add_to
}

extern "C" __global__ void write_then_read(float *a, float *out) {
    a[threadIdx.x] = 2;
    out[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x];
}

extern "C" __global__ void count_up(int *counter) {
    atomicAdd(counter, 1); // HERE: counter
}

// The halo on the right is never loaded.
extern "C" __global__ void forgotten_halo(const float *in, float *out) {
    __shared__ float s[66];
    const int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0) s[0] = 0;
    __syncthreads();
    out[t] = s[t] + s[t + 1] + s[t + 2]; // HERE: halo
}

// Shared memory of the block before does not count as written.
extern "C" __global__ void left_by_last_block(float *out) {
    __shared__ float s[32];
    if (blockIdx.x == 0) s[threadIdx.x] = 1;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x]; // HERE: left_over
}

// Elements from `count` on are never set.
extern "C" __global__ void local_array(const int *in, int *out, int count, int at) {
    int a[16];
    for (int i = 0; i < count; i++) a[i] = in[i];
    out[threadIdx.x] = a[(at + threadIdx.x) % 16]; // HERE: local
}

// Each thread writes the elements that it reads, and no others.
extern "C" __global__ void local_partly(const int *in, int *out, int step) {
    int a[16];
    for (int i = threadIdx.x % 2; i < 16; i += step) a[i] = in[i];
    int sum = 0;
    for (int i = threadIdx.x % 2; i < 16; i += step) sum += a[i];
    out[threadIdx.x] = sum;
}

struct Mixed {
    double d;
    char c;
    short s;
    float f;
};

// The hole between the fields is not written, and need not be.
extern "C" __global__ void structures(Mixed *m, float *out) {
    const int t = threadIdx.x;
    m[t].d = 1;
    m[t].c = 2;
    m[t].s = 3;
    m[t].f = 4;
    const Mixed v = m[t];
    out[t] = (float)v.d + v.c + v.s + v.f;
}

// Bytes are known one by one.
extern "C" __global__ void bytes(unsigned char *a, int *out) {
    const int t = threadIdx.x;
    if (t % 4 != 3) a[t] = 1;
    __syncthreads();
    if (t < 8) out[t] = ((const int *)a)[t]; // HERE: fourth_byte
}

__device__ int zeros[32];

extern "C" __global__ void variables(int *out) {
    out[threadIdx.x] = zeros[threadIdx.x];
}

extern "C" __global__ void copy_structures(const Mixed *from, Mixed *to) {
    to[threadIdx.x] = from[threadIdx.x];
}
