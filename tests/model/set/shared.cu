// Shared memory: transposes, bank conflicts, reductions, scans, sorting, histograms.
#include "set.h"

enum { TILE = 32 };

__global__ void transpose_plain(float *out, const float *in, int n) {
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y) out[(size_t)x * n + y + k] = in[(size_t)(y + k) * n + x];
}

template <int PAD> __global__ void transpose_tile(float *out, const float *in, int n) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y) out[(size_t)(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

template <int STRIDE> __global__ void shared_strided(float *out, int times) {
    __shared__ float x[32 * 32];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) x[i] = (float)i;
    __syncthreads();
    float sum = 0;
    int at = threadIdx.x * STRIDE & 1023;
    for (int k = 0; k < times; k++) {
        sum += x[at];
        at = (at + 32 * STRIDE + 1) & 1023;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void shared_chase(int *out, int steps) {
    __shared__ int next[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i + 32) & 1023;
    __syncthreads();
    int at = threadIdx.x;
    for (int k = 0; k < steps; k++) at = next[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

__global__ void shared_float4(float *out, int times) {
    __shared__ float4 x[256];
    x[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
    __syncthreads();
    float4 sum = make_float4(0, 0, 0, 0);
    int at = threadIdx.x;
    for (int k = 0; k < times; k++) {
        const float4 v = x[at];
        sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
        at = (at + 32) & 255;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum.x + sum.y + sum.z + sum.w;
}

__global__ void reduce_interleaved(float *out, const float *in) { // splits warps
    extern __shared__ float x[];
    const unsigned t = threadIdx.x;
    x[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) x[t] += x[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = x[0];
}

__global__ void reduce_sequential(float *out, const float *in) {
    extern __shared__ float x[];
    const unsigned t = threadIdx.x;
    x[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) x[t] += x[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = x[0];
}

static __device__ float warp_sum(float v) {
    for (int s = 16; s > 0; s /= 2) v += __shfl_down_sync(~0u, v, s);
    return v;
}

__global__ void reduce_shuffle(float *out, const float *in, int each) {
    __shared__ float part[32];
    float v = 0;
    for (int k = 0; k < each; k++) v += in[(blockIdx.x * each + k) * blockDim.x + threadIdx.x];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = warp_sum(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}

__global__ void reduce_atomic(float *out, const float *in) {
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void scan_steps(float *out, const float *in) { // Hillis and Steele, two buffers
    __shared__ float x[2][512];
    const int t = threadIdx.x;
    int from = 0;
    x[0][t] = in[blockIdx.x * 512 + t];
    __syncthreads();
    for (int s = 1; s < 512; s *= 2) {
        x[1 - from][t] = t >= s ? x[from][t] + x[from][t - s] : x[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * 512 + t] = x[from][t];
}

__global__ void scan_tree(float *out, const float *in) { // Blelloch
    __shared__ float x[1024];
    const int t = threadIdx.x, n = 1024;
    x[2 * t] = in[blockIdx.x * n + 2 * t], x[2 * t + 1] = in[blockIdx.x * n + 2 * t + 1];
    int offset = 1;
    for (int d = n / 2; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d) x[offset * (2 * t + 2) - 1] += x[offset * (2 * t + 1) - 1];
    }
    if (t == 0) x[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            const float left = x[a];
            x[a] = x[b], x[b] += left;
        }
    }
    __syncthreads();
    out[blockIdx.x * n + 2 * t] = x[2 * t], out[blockIdx.x * n + 2 * t + 1] = x[2 * t + 1];
}

__global__ void scan_shuffle(float *out, const float *in) {
    __shared__ float sums[8];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, i = blockIdx.x * 256 + threadIdx.x;
    float v = in[i];
    for (int s = 1; s < 32; s *= 2) {
        const float left = __shfl_up_sync(~0u, v, s);
        if (lane >= s) v += left;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    float before = 0;
    for (int w = 0; w < warp; w++) before += sums[w];
    out[i] = v + before;
}

__global__ void sort_blocks(int *out, const int *in) { // bitonic, 1024 elements a block
    __shared__ int x[1024];
    const int t = threadIdx.x;
    x[t] = in[blockIdx.x * 1024 + t];
    __syncthreads();
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            const int other = t ^ j;
            if (other > t) {
                const int a = x[t], b = x[other];
                if ((a > b) == ((t & k) == 0)) x[t] = b, x[other] = a;
            }
            __syncthreads();
        }
    out[blockIdx.x * 1024 + t] = x[t];
}

__global__ void histogram_global(int *count, const int *in, int n, int mask) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&count[in[i] & mask], 1);
}

__global__ void histogram_shared(int *count, const int *in, int n) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}

static void add_transpose(const char *name, int n, int rows, int pad) {
    add(name, [=]() -> Launch {
        float *in = floats((size_t)n * n), *out = floats((size_t)n * n);
        const dim3 grid(n / TILE, n / TILE), block(TILE, rows);
        if (pad < 0) return [=] { transpose_plain<<<grid, block>>>(out, in, n); };
        if (pad == 0) return [=] { transpose_tile<0><<<grid, block>>>(out, in, n); };
        return [=] { transpose_tile<1><<<grid, block>>>(out, in, n); };
    });
}

template <int STRIDE> static void add_shared_strided(const char *name) {
    add(name, []() -> Launch {
        float *out = floats(1056 * 256);
        return [=] { shared_strided<STRIDE><<<1056, 256>>>(out, 128); };
    });
}

static void add_blocks(const char *name, void (*kernel)(float *, const float *), int n, int threads, int each,
                       int shared) {
    add(name, [=]() -> Launch {
        float *in = floats(n), *out = floats(n);
        return [=] { kernel<<<n / each, threads, shared>>>(out, in); };
    });
}

static void add_histogram(const char *name, int n, int mask) {
    add(name, [=]() -> Launch {
        int *in = ints(n, 1u << 30), *count = ints(mask + 1, 2);
        return [=] { histogram_global<<<n / 256, 256>>>(count, in, n, mask); };
    });
}

void add_shared() {
    add_transpose("transpose_plain_2048", 2048, 8, -1);
    add_transpose("transpose_plain_4096", 4096, 32, -1);
    add_transpose("transpose_tile_2048", 2048, 8, 0);
    add_transpose("transpose_tile_4096", 4096, 8, 0);
    add_transpose("transpose_padded_2048", 2048, 8, 1);
    add_transpose("transpose_padded_4096", 4096, 8, 1);
    add_shared_strided<1>("shared_stride_1");
    add_shared_strided<2>("shared_stride_2");
    add_shared_strided<8>("shared_stride_8");
    add_shared_strided<32>("shared_stride_32");
    add("shared_chase", []() -> Launch {
        int *out = ints(132 * 32, 2);
        return [=] { shared_chase<<<132, 32>>>(out, 2048); };
    });
    add("shared_float4", []() -> Launch {
        float *out = floats(1056 * 256);
        return [=] { shared_float4<<<1056, 256>>>(out, 256); };
    });
    add_blocks("reduce_interleaved", reduce_interleaved, 1 << 23, 256, 256, 1024);
    add_blocks("reduce_sequential", reduce_sequential, 1 << 23, 256, 256, 1024);
    add_blocks("reduce_sequential_1024", reduce_sequential, 1 << 23, 1024, 1024, 4096);
    add("reduce_shuffle_8", []() -> Launch {
        float *in = floats(1 << 25), *out = floats(1);
        return [=] { reduce_shuffle<<<(1 << 25) / 2048, 256>>>(out, in, 8); };
    });
    add("reduce_shuffle_1", []() -> Launch {
        float *in = floats(1 << 22), *out = floats(1);
        return [=] { reduce_shuffle<<<(1 << 22) / 256, 256>>>(out, in, 1); };
    });
    add_blocks("reduce_atomic", reduce_atomic, 1 << 20, 256, 256, 0);
    add_blocks("scan_steps", scan_steps, 1 << 22, 512, 512, 0);
    add_blocks("scan_tree", scan_tree, 1 << 22, 512, 1024, 0);
    add_blocks("scan_shuffle", scan_shuffle, 1 << 24, 256, 256, 0);
    add("sort_blocks", []() -> Launch {
        int *in = ints(1 << 20, 1u << 30), *out = ints(1 << 20, 2);
        return [=] { sort_blocks<<<1024, 1024>>>(out, in); };
    });
    add_histogram("histogram_global_16", 1 << 20, 15);
    add_histogram("histogram_global_4096", 1 << 22, 4095);
    add_histogram("histogram_global_1m", 1 << 22, (1 << 20) - 1);
    add("histogram_shared", []() -> Launch {
        int *in = ints(1 << 24, 1u << 30), *count = ints(256, 2);
        return [=] { histogram_shared<<<1056, 256>>>(count, in, 1 << 24); };
    });
}
