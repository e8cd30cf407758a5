// Global memory: streaming, strides, gathers, data that stays in L2 or in L1, chains of dependent loads.
#include "set.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

template <class T> __global__ void copy_values(T *out, const T *in, int n) {
    const int i = INDEX;
    if (i < n) out[i] = in[i];
}

template <class T> __global__ void triad(T *out, const T *a, const T *b, T s, int n) {
    const int i = INDEX;
    if (i < n) out[i] = a[i] + s * b[i];
}

__global__ void set_values(float *out, float v, int n) {
    const int i = INDEX;
    if (i < n) out[i] = v;
}

__global__ void add_in_place(float *a, float v, int n) {
    const int i = INDEX;
    if (i < n) a[i] += v;
}

template <int EACH> __global__ void sum_strips(float *out, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) sum += in[i + k * blockDim.x];
    if (sum == -1) out[0] = sum;
}

__global__ void grid_stride(float *out, const float *in, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i] * in[i];
    out[INDEX] = sum;
}

__global__ void strided(float *out, const float *in, int n, int stride) {
    const int i = INDEX;
    if (i < n) out[i] = in[(size_t)i * stride];
}

__global__ void shifted(float *out, const float *in, int n, int by) {
    const int i = INDEX;
    if (i < n) out[i] = in[i + by];
}

__global__ void gather(float *out, const float *in, const int *index, int n) {
    const int i = INDEX;
    if (i < n) out[i] = in[index[i]];
}

__global__ void scatter(float *out, const float *in, const int *index, int n) {
    const int i = INDEX;
    if (i < n) out[index[i]] = in[i];
}

__global__ void columns(float *out, const float *in, int rows, int width) { // a row a thread
    const int r = INDEX;
    float sum = 0;
    if (r < rows) {
        for (int c = 0; c < width; c++) sum += in[(size_t)r * width + c];
        out[r] = sum;
    }
}

__global__ void chase(int *out, const int *next, int steps) { // a chain of its own for each warp
    int at = INDEX / 32 * 32 % 1024;
    for (int i = 0; i < steps; i++) at = next[at];
    out[INDEX] = at;
}

__global__ void reread(float *out, const float *in, int n, int times) { // each block its own 16 KiB, again and again
    const float *own = in + (size_t)blockIdx.x * 4096 % n;
    float sum = 0;
    for (int k = 0; k < times; k++)
        for (int i = threadIdx.x; i < 4096; i += blockDim.x) sum += own[i];
    out[INDEX] = sum;
}

template <class T> static void add_copy(const char *name, int n, int threads) {
    add(name, [=]() -> Launch {
        T *in = (T *)floats((size_t)n * sizeof(T) / 4), *out = (T *)floats((size_t)n * sizeof(T) / 4);
        return [=] { copy_values<T><<<ceil_div(n, threads), threads>>>(out, in, n); };
    });
}

static void add_chase(const char *name, int elements, int step, int blocks, int threads, int steps) {
    add(name, [=]() -> Launch {
        int *host = new int[elements];
        for (int i = 0; i < elements; i++) host[i] = (int)((i + (long)step) % elements);
        const int *next = copied(host, elements);
        delete[] host;
        int *out = ints(blocks * threads, 2);
        return [=] { chase<<<blocks, threads>>>(out, next, steps); };
    });
}

static void add_gather(const char *name, int n, int table) {
    add(name, [=]() -> Launch {
        const int *index = ints(n, table);
        float *data = floats(table), *other = floats(n);
        return [=] { gather<<<ceil_div(n, 256), 256>>>(other, data, index, n); };
    });
}

static void add_scatter(const char *name, int n, int table) { // each to a place of its own; both powers of two
    add(name, [=]() -> Launch {
        int *host = new int[n];
        for (int i = 0; i < n; i++) host[i] = (int)((unsigned)i * 40503u & (unsigned)(table - 1));
        const int *index = copied(host, n);
        delete[] host;
        float *data = floats(table), *other = floats(n);
        return [=] { scatter<<<ceil_div(n, 256), 256>>>(data, other, index, n); };
    });
}

static void add_strided(const char *name, int n, int stride) {
    add(name, [=]() -> Launch {
        float *in = floats((size_t)n * stride), *out = floats(n);
        return [=] { strided<<<ceil_div(n, 256), 256>>>(out, in, n, stride); };
    });
}

void add_streams() {
    enum { M = 1 << 20 };
    add_copy<float>("copy_1m", M, 256);
    add_copy<float>("copy_4m", 4 * M, 256);
    add_copy<float>("copy_8m", 8 * M, 256);
    add_copy<float>("copy_32m", 32 * M, 256);
    add_copy<float>("copy_32m_blocks_1024", 32 * M, 1024);
    add_copy<float>("copy_16m_blocks_64", 16 * M, 64);
    add_copy<float2>("copy_float2_16m", 16 * M, 256);
    add_copy<float4>("copy_float4_8m", 8 * M, 256);
    add_copy<double>("copy_double_16m", 16 * M, 256);
    add_copy<unsigned char>("copy_bytes_32m", 32 * M, 256);
    add("triad_16m", []() -> Launch {
        const int n = 16 * M;
        float *a = floats(n), *b = floats(n), *c = floats(n);
        return [=] { triad<float><<<n / 256, 256>>>(c, a, b, 3, n); };
    });
    add("triad_double_8m", []() -> Launch {
        const int n = 8 * M;
        double *a = doubles(n), *b = doubles(n), *c = doubles(n);
        return [=] { triad<double><<<n / 512, 512>>>(c, a, b, 3, n); };
    });
    add("set_32m", []() -> Launch {
        float *a = floats(32 * M);
        return [=] { set_values<<<32 * M / 256, 256>>>(a, 1, 32 * M); };
    });
    add("set_2m", []() -> Launch {
        float *a = floats(2 * M);
        return [=] { set_values<<<2 * M / 256, 256>>>(a, 1, 2 * M); };
    });
    add("add_in_place_16m", []() -> Launch {
        float *a = floats(16 * M);
        return [=] { add_in_place<<<16 * M / 256, 256>>>(a, 1, 16 * M); };
    });
    add("sum_strips_8_dram", []() -> Launch {
        float *in = floats(64 * M), *out = floats(1);
        return [=] { sum_strips<8><<<64 * M / 2048, 256>>>(out, in, 64 * M); };
    });
    add("sum_strips_1_l2", []() -> Launch {
        float *in = floats(4 * M), *out = floats(1);
        return [=] { sum_strips<1><<<4 * M / 256, 256>>>(out, in, 4 * M); };
    });
    add("sum_strips_8_l2", []() -> Launch {
        float *in = floats(4 * M), *out = floats(1);
        return [=] { sum_strips<8><<<4 * M / 2048, 256>>>(out, in, 4 * M); };
    });
    add("grid_stride_l2", []() -> Launch {
        float *in = floats(4 * M), *out = floats(1056 * 256);
        return [=] { grid_stride<<<1056, 256>>>(out, in, 4 * M); };
    });
    add("grid_stride_dram", []() -> Launch {
        float *in = floats(64 * M), *out = floats(1056 * 256);
        return [=] { grid_stride<<<1056, 256>>>(out, in, 64 * M); };
    });
    add("grid_stride_132_blocks", []() -> Launch {
        float *in = floats(16 * M), *out = floats(1056 * 256);
        return [=] { grid_stride<<<132, 256>>>(out, in, 16 * M); };
    });
    add_strided("strided_2", 8 * M, 2);
    add_strided("strided_4", 8 * M, 4);
    add_strided("strided_8", 8 * M, 8);
    add_strided("strided_32", 2 * M, 32);
    add("shifted_1", []() -> Launch {
        float *in = floats(16 * M + 64), *out = floats(16 * M);
        return [=] { shifted<<<16 * M / 256, 256>>>(out, in, 16 * M, 1); };
    });
    add_gather("gather_4mb", 4 * M, M);
    add_gather("gather_128mb", 4 * M, 32 * M);
    add_scatter("scatter_8mb", 2 * M, 2 * M);
    add_scatter("scatter_128mb", 4 * M, 32 * M);
    add("columns_64", []() -> Launch {
        float *in = floats(16 * M), *out = floats(256 * 1024);
        return [=] { columns<<<1024, 256>>>(out, in, 256 * 1024, 64); };
    });
    add("columns_1024", []() -> Launch {
        float *in = floats(16 * M), *out = floats(16 * 1024);
        return [=] { columns<<<128, 128>>>(out, in, 16 * 1024, 1024); };
    });
    add_chase("chase_l1", 2048, 32, 1, 32, 4096);
    add_chase("chase_l2", 2 * M, 1056, 1, 32, 4096);
    add_chase("chase_dram", 128 * M, 33333 * 32, 1, 32, 4096);
    add_chase("chase_l2_132", 2 * M, 1056, 132, 32, 2048);
    add_chase("chase_dram_1056", 128 * M, 33333 * 32, 132, 256, 512);
    add("reread_l1", []() -> Launch {
        float *in = floats(4 * M), *out = floats(528 * 256);
        return [=] { reread<<<528, 256>>>(out, in, 4 * M, 16); };
    });
    add("reread_l1_1024", []() -> Launch {
        float *in = floats(4 * M), *out = floats(264 * 1024);
        return [=] { reread<<<264, 1024>>>(out, in, 4 * M, 64); };
    });
}
