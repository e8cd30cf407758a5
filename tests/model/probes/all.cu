// Single mechanisms of memory, each over a range: what the model's numbers for them are taken from.
#include "set.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

template <class T> __global__ void scatter(T *out, const int *index, T v, int n) {
    const int i = INDEX;
    if (i < n) out[index[i]] = v;
}

__global__ void scatter_sectors(float4 *out, const int *index, int n) { // 32 bytes each, whole sectors
    const int i = INDEX;
    if (i >= n) return;
    float4 *p = out + 2 * (size_t)index[i];
    p[0] = make_float4(1, 2, 3, 4), p[1] = make_float4(5, 6, 7, 8);
}

template <class T> __global__ void gather(T *out, const T *in, const int *index, int n) {
    const int i = INDEX;
    if (i < n) out[i] = in[index[i]];
}

__global__ void put(float *out, int stride, unsigned mask, int n) { // round and round in a table
    const int i = INDEX;
    if (i < n) out[(unsigned)i * (unsigned)stride & mask] = 1;
}

__global__ void transpose(float *out, const float *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[(size_t)x * n + y] = in[(size_t)y * n + x];
}

__global__ void transpose_columns(float *out, const float *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[(size_t)y * n + x] = in[(size_t)x * n + y];
}

__global__ void rows(float *out, const float *in, int width, int stride) { // a row a thread
    const float *p = in + (size_t)INDEX * stride;
    float sum = 0;
    for (int c = 0; c < width; c++) sum += p[c];
    out[INDEX] = sum;
}

__global__ void again(float *out, const float *in, int lane_stride, int step, int times) { // from L1
    const int base = threadIdx.x % 32 * lane_stride;
    float sum = 0;
    for (int k = 0; k < times; k++) sum += in[base + (k & 7) * step];
    out[INDEX] = sum;
}

__global__ void again_random(float *out, const float *in, const int *index, int times) { // from L1
    const int at = index[threadIdx.x];
    float sum = 0;
    for (int k = 0; k < times; k++) sum += in[at ^ (k & 15)];
    out[INDEX] = sum;
}

template <int N> __global__ void local_array(int *out, const int *in, int rounds) {
    int count[N];
    for (int k = 0; k < N; k++) count[k] = k;
    for (int k = 0; k < rounds; k++) count[in[(INDEX + k * 1024) & 0xfffff] & (N - 1)]++;
    int most = 0;
    for (int k = 0; k < N; k++) most = max(most, count[k]);
    out[INDEX] = most;
}

template <class T> __global__ void add_at(T *sums, const int *index, T v, int n) {
    const int i = INDEX;
    if (i < n) atomicAdd(&sums[index[i]], v);
}

__global__ void taken(int *out, int *next) { // an atomic operation whose result is used
    out[INDEX] = atomicAdd(next + (INDEX >> 5), 1);
}

// Tiles of 32 x 32 that march along z, ROWS rows a thread, STEP apart (30: with a halo, stores begin in the midst of sectors).
template <int ROWS, int STEP> __global__ void march_tile(float *out, const float *in, int n, int depth) {
    __shared__ float plane[2][32][32];
    const int x = threadIdx.x, k = blockIdx.x * STEP + x, first = blockIdx.z * depth;
    const int halo = (32 - STEP) / 2;
    const bool inner = x >= halo && x < 32 - halo && k < n;
    for (int z = first, now = 0; z < min(first + depth, n); z++, now = 1 - now) {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const int y = threadIdx.y + r * 32 / ROWS, j = blockIdx.y * STEP + y;
            plane[now][y][x] = k < n && j < n ? in[((size_t)z * n + j) * n + k] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const int y = threadIdx.y + r * 32 / ROWS, j = blockIdx.y * STEP + y;
            if (inner && y >= halo && y < 32 - halo && j < n)
                out[((size_t)z * n + j) * n + k] = plane[now][y][x ^ 1] + plane[now][y ^ 1][x];
        }
    }
}

template <int ROWS, int STEP> static void add_march(const char *name) {
    add(name, [=]() -> Launch {
        const int n = 512, depth = 62;
        float *in = floats((size_t)n * n * n), *out = floats((size_t)n * n * n);
        const dim3 grid(ceil_div(n, STEP), ceil_div(n, STEP), ceil_div(n, depth)), block(32, 32 / ROWS);
        return [=] { march_tile<ROWS, STEP><<<grid, block>>>(out, in, n, depth); };
    });
}

static void add_scatter(const char *name, int n, int table) {
    add(name, [=]() -> Launch {
        const int *index = ints(n, table);
        float *out = floats(table);
        return [=] { scatter<float><<<n / 256, 256>>>(out, index, 1.0f, n); };
    });
}

static void add_scatter_sectors(const char *name, int n, int table) {
    add(name, [=]() -> Launch {
        const int *index = ints(n, table / 8);
        float4 *out = (float4 *)floats(table);
        return [=] { scatter_sectors<<<n / 256, 256>>>(out, index, n); };
    });
}

static void add_gather(const char *name, int n, int table) {
    add(name, [=]() -> Launch {
        const int *index = ints(n, table);
        float *in = floats(table), *out = floats(n);
        return [=] { gather<float><<<n / 256, 256>>>(out, in, index, n); };
    });
}

static void add_put(const char *name, int n, int stride, int table) {
    add(name, [=]() -> Launch {
        float *out = floats(table);
        return [=] { put<<<n / 256, 256>>>(out, stride, (unsigned)table - 1, n); };
    });
}

static void add_transpose(const char *name, void (*kernel)(float *, const float *, int), int n, int bx, int by) {
    add(name, [=]() -> Launch {
        float *in = floats((size_t)n * n), *out = floats((size_t)n * n);
        return [=] { kernel<<<dim3(n / bx, n / by), dim3(bx, by)>>>(out, in, n); };
    });
}

static void add_rows(const char *name, int blocks, int threads, int width, int stride) {
    add(name, [=]() -> Launch {
        float *in = floats((size_t)blocks * threads * stride), *out = floats(blocks * threads);
        return [=] { rows<<<blocks, threads>>>(out, in, width, stride); };
    });
}

static void add_again(const char *name, int lane_stride, int step) {
    add(name, [=]() -> Launch {
        float *in = floats(1 << 16), *out = floats(1056 * 256);
        return [=] { again<<<1056, 256>>>(out, in, lane_stride, step, 256); };
    });
}

template <int N> static void add_local(const char *name, int blocks, int threads, int rounds) {
    add(name, [=]() -> Launch {
        int *in = ints(1 << 20, 1 << 16), *out = ints(blocks * threads, 2);
        return [=] { local_array<N><<<blocks, threads>>>(out, in, rounds); };
    });
}

template <class T> static void add_atomic(const char *name, int n, int table) {
    add(name, [=]() -> Launch {
        const int *index = ints(n, table);
        T *sums = (T *)ints(table * sizeof(T) / 4, 2);
        return [=] { add_at<T><<<n / 256, 256>>>(sums, index, (T)1, n); };
    });
}

void add_all() {
    enum { M = 1 << 20 };
    add_scatter("scatter_random_1mb", 4 * M, M / 4);
    add_scatter("scatter_random_16mb", 4 * M, 4 * M);
    add_scatter("scatter_random_32mb", 4 * M, 8 * M);
    add_scatter("scatter_random_64mb", 4 * M, 16 * M);
    add_scatter("scatter_random_512mb", 4 * M, 128 * M);
    add_scatter_sectors("scatter_sectors_16mb", 2 * M, 4 * M);
    add_scatter_sectors("scatter_sectors_512mb", 2 * M, 128 * M);
    add_gather("gather_random_1mb", 4 * M, M / 4);
    add_gather("gather_random_32mb", 4 * M, 8 * M);
    add_gather("gather_random_512mb", 4 * M, 128 * M);
    add_put("put_every_2_l2", 4 * M, 2, 8 * M);
    add_put("put_every_8_l2", 4 * M, 8, 4 * M);
    add_put("put_every_33_l2", 4 * M, 33, 4 * M);
    add_put("put_every_4_dram", 8 * M, 4, 32 * M);
    add_put("put_every_8_dram", 8 * M, 8, 64 * M);
    add_put("put_every_64_dram", 4 * M, 64, 256 * M);
    add_transpose("transpose_1024", transpose, 1024, 32, 8);
    add_transpose("transpose_1056", transpose, 1056, 32, 8);
    add_transpose("transpose_3072", transpose, 3072, 32, 8);
    add_transpose("transpose_16x16_4096", transpose, 4096, 16, 16);
    add_transpose("transpose_columns_1024", transpose_columns, 1024, 32, 8);
    add_transpose("transpose_columns_1056", transpose_columns, 1056, 32, 8);
    add_transpose("transpose_columns_4096", transpose_columns, 4096, 32, 8);
    add_rows("rows_64", 1024, 256, 64, 64);
    add_rows("rows_65", 1024, 256, 64, 65);
    add_rows("rows_72", 1024, 256, 64, 72);
    add_rows("rows_16_of_16", 2112, 128, 16, 16);
    add_again("again_1", 1, 32);
    add_again("again_32", 32, 1);
    add_again("again_33", 33, 1);
    add_again("again_8", 8, 1);
    add_again("again_same", 0, 1);
    add("again_random", []() -> Launch {
        const int *index = ints(256, 8192);
        float *in = floats(8192), *out = floats(1056 * 256);
        return [=] { again_random<<<1056, 256>>>(out, in, index, 256); };
    });
    add_local<16>("local_16", 1056, 256, 64);
    add_local<64>("local_64_few", 132, 128, 64);
    add_local<64>("local_64_half", 528, 256, 64);
    add_local<128>("local_128", 2112, 256, 32);
    add_atomic<int>("atomic_1mb", 4 * M, M / 4);
    add_atomic<int>("atomic_64mb", 4 * M, 16 * M);
    add_atomic<float>("atomic_float_1mb", 4 * M, M / 4);
    add_atomic<double>("atomic_double_4mb", 2 * M, M / 2);
    add("taken_by_warp", []() -> Launch {
        int *out = ints(2 * M, 2), *next = ints(2 * M / 32, 2);
        return [=] { taken<<<2 * M / 256, 256>>>(out, next); };
    });
    add_march<1, 32>("march_tile_1_row_of_32");
    add_march<4, 32>("march_tile_4_rows_of_32");
    add_march<1, 30>("march_tile_1_row_of_30");
    add_march<4, 30>("march_tile_4_rows_of_30");
}
