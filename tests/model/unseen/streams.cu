// Global memory: SAXPY and its like, gathers and scatters, transposes, atomic histograms, grids of tiny blocks.
#include <cuda_fp16.h>

#include "kept.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void saxpy(float *y, const float *x, float a, int n) {
    const int i = INDEX;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void saxpy_grid_stride(float *y, const float *x, float a, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

__global__ void saxpy_with_room(float *y, const float *x, float a, int n) { // shared memory that nobody needs
    extern __shared__ float room[];
    const int i = INDEX;
    if (n < 0) room[threadIdx.x] = a;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void saxpy_half2(__half2 *y, const __half2 *x, __half2 a, int n) {
    const int i = INDEX;
    if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void add_doubles(double *c, const double *a, const double *b, int n) {
    const int i = INDEX;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void add_matrices(float *c, const float *a, const float *b, int n) { // 2D grid
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) c[y * n + x] = a[y * n + x] + b[y * n + x];
}

__global__ void permute(float *out, const float *in, const int *from, int n) {
    const int i = INDEX;
    if (i < n) out[i] = in[from[i]];
}

__global__ void permute_back(float *out, const float *in, const int *to, int n) {
    const int i = INDEX;
    if (i < n) out[to[i]] = in[i];
}

__global__ void take_every(float *out, const float *in, int stride, int n) { // round and round in a table
    const int i = INDEX;
    if (i < n) out[i] = in[(unsigned)i * (unsigned)stride & (unsigned)(n - 1)];
}

__global__ void put_every(float *out, const float *in, int stride, int n) {
    const int i = INDEX;
    if (i < n) out[(size_t)i * stride] = in[i];
}

__global__ void transpose_reading_columns(float *out, const float *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[(size_t)y * n + x] = in[(size_t)x * n + y];
}

__global__ void transpose_writing_columns(float *out, const float *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[(size_t)x * n + y] = in[(size_t)y * n + x];
}

template <class T, int S, int ROWS> __global__ void transpose_shared(T *out, const T *in, int n) {
    __shared__ T tile[S][S + 1];
    int x = blockIdx.x * S + threadIdx.x, y = blockIdx.y * S + threadIdx.y;
    for (int j = 0; j < S; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * S + threadIdx.x, y = blockIdx.x * S + threadIdx.y;
    for (int j = 0; j < S; j += ROWS) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void histogram_of_bytes(unsigned *count, const unsigned char *in, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&count[in[i]], 1u);
}

__global__ void histogram_of_64(unsigned *count, const int *in, int n) {
    __shared__ unsigned own[64];
    if (threadIdx.x < 64) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}

// The elements above a bound, packed; a warp's places come from one atomic operation.
__global__ void pack(int *out, int *used, const int *in, int bound, int n) {
    const int i = INDEX, lane = threadIdx.x & 31;
    const int value = in[i];
    const bool keep = value > bound;
    const unsigned votes = __ballot_sync(~0u, keep);
    int base = 0;
    if (lane == 0) base = atomicAdd(used, __popc(votes));
    base = __shfl_sync(~0u, base, 0);
    if (keep) out[(base + __popc(votes & ((1u << lane) - 1))) & (n - 1)] = value;
}

template <class K> static void add_square(const char *name, K kernel, int n, dim3 block) {
    add(name, [=]() -> Launch {
        float *in = floats((size_t)n * n), *out = floats((size_t)n * n);
        return [=] { kernel<<<dim3(n / block.x, n / block.y), block>>>(out, in, n); };
    });
}

static void add_saxpies() {
    add("saxpy_12m", []() -> Launch {
        const int n = 12 << 20;
        float *x = floats(n), *y = floats(n);
        return [=] { saxpy<<<ceil_div(n, 512), 512>>>(y, x, 0.5f, n); };
    });
    add("saxpy_264_blocks", []() -> Launch {
        const int n = 8 << 20;
        float *x = floats(n), *y = floats(n);
        return [=] { saxpy_grid_stride<<<264, 128>>>(y, x, 0.5f, n); };
    });
    add("saxpy_low_occupancy", []() -> Launch {
        const int n = 12 << 20, shared = 72 * 1024;
        float *x = floats(n), *y = floats(n);
        cudaFuncSetAttribute(saxpy_with_room, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
        return [=] { saxpy_with_room<<<ceil_div(n, 192), 192, shared>>>(y, x, 0.5f, n); };
    });
    add("saxpy_half2_16m", []() -> Launch {
        const int n = 16 << 20;
        __half2 *x = (__half2 *)floats(n), *y = (__half2 *)floats(n);
        const __half2 a = __floats2half2_rn(0.5f, 0.5f);
        return [=] { saxpy_half2<<<n / 256, 256>>>(y, x, a, n); };
    });
    add("add_doubles_6m", []() -> Launch {
        const int n = 6 << 20;
        double *a = doubles(n), *b = doubles(n), *c = doubles(n);
        return [=] { add_doubles<<<ceil_div(n, 128), 128>>>(c, a, b, n); };
    });
    add("add_matrices_8x32", []() -> Launch {
        const int n = 3000;
        float *a = floats(n * n), *b = floats(n * n), *c = floats(n * n);
        return [=] { add_matrices<<<dim3(ceil_div(n, 8), ceil_div(n, 32)), dim3(8, 32)>>>(c, a, b, n); };
    });
    add("saxpy_tiny_blocks", []() -> Launch {
        const int n = 6 << 20;
        float *x = floats(n), *y = floats(n);
        return [=] { saxpy<<<n / 32, 32>>>(y, x, 0.5f, n); };
    });
    add("saxpy_16_blocks", []() -> Launch {
        const int n = 1 << 20;
        float *x = floats(n), *y = floats(n);
        return [=] { saxpy_grid_stride<<<16, 1024>>>(y, x, 0.5f, n); };
    });
}

static void add_random() {
    add("permute_16mb", []() -> Launch {
        const int n = 6 << 20, table = 4 << 20;
        const int *from = ints(n, table);
        float *in = floats(table), *out = floats(n);
        return [=] { permute<<<n / 256, 256>>>(out, in, from, n); };
    });
    add("permute_back_64mb", []() -> Launch {
        const int n = 3 << 20, table = 16 << 20;
        const int *to = ints(n, table);
        float *in = floats(n), *out = floats(table);
        return [=] { permute_back<<<n / 256, 256>>>(out, in, to, n); };
    });
    add("permute_back_4mb", []() -> Launch {
        const int n = 1 << 20;
        const int *to = ints(n, n);
        float *in = floats(n), *out = floats(n);
        return [=] { permute_back<<<n / 128, 128>>>(out, in, to, n); };
    });
    add("take_every_17th", []() -> Launch {
        const int n = 8 << 20;
        float *in = floats(n), *out = floats(n);
        return [=] { take_every<<<n / 256, 256>>>(out, in, 17, n); };
    });
    add("put_every_12th", []() -> Launch {
        const int n = 2 << 20;
        float *in = floats(n), *out = floats(12 * n);
        return [=] { put_every<<<n / 256, 256>>>(out, in, 12, n); };
    });
}

void add_kept_streams() {
    add_saxpies();
    add_random();
    add_square("transpose_reads_columns_3072", transpose_reading_columns, 3072, dim3(32, 16));
    add_square("transpose_writes_columns_1024", transpose_writing_columns, 1024, dim3(16, 16));
    add_square("transpose_16_4096", transpose_shared<float, 16, 16>, 4096, dim3(16, 16));
    add("transpose_double_2048", []() -> Launch {
        const int n = 2048;
        double *in = doubles(n * n), *out = doubles(n * n);
        return [=] { transpose_shared<double, 32, 8><<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n); };
    });
    add("histogram_bytes", []() -> Launch {
        const int n = 2 << 20;
        const unsigned char *in = bytes(n);
        unsigned *count = (unsigned *)ints(256, 2);
        return [=] { histogram_of_bytes<<<n / 1024, 256>>>(count, in, n); };
    });
    add("histogram_64", []() -> Launch {
        const int n = 8 << 20;
        const int *in = ints(n, 64);
        unsigned *count = (unsigned *)ints(64, 2);
        return [=] { histogram_of_64<<<528, 512>>>(count, in, n); };
    });
    add("pack_4m", []() -> Launch {
        const int n = 4 << 20;
        int *in = ints(n, 1000), *out = ints(n, 2), *used = ints(1, 2);
        return [=] { pack<<<n / 256, 256>>>(out, used, in, 700, n); };
    });
}
