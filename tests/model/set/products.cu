// Products of matrices from naive to register-tiled, sparse products, n-body.
#include "set.h"

template <class T> __global__ void product_plain(T *c, const T *a, const T *b, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    T sum = 0;
    for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

__global__ void product_columns(float *c, const float *a, const float *b, int n) { // neighbours go down
    const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

template <class T, int S> __global__ void product_tile(T *c, const T *a, const T *b, int n) {
    __shared__ T as[S][S], bs[S][S];
    const int x = blockIdx.x * S + threadIdx.x, y = blockIdx.y * S + threadIdx.y;
    T sum = 0;
    for (int k = 0; k < n; k += S) {
        as[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < S; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

// A tile of S x S results a block of 256 threads, R x R of them a thread, S = 16 R.
template <int R> __global__ void product_registers(float *c, const float *a, const float *b, int n) {
    enum { S = 16 * R, K = 8 };
    __shared__ float as[K][S], bs[K][S];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, x = blockIdx.x * S, y = blockIdx.y * S;
    float sum[R][R] = {};
    for (int k = 0; k < n; k += K) {
        for (int i = threadIdx.x; i < S * K; i += 256) {
            as[i % K][i / K] = a[(y + i / K) * n + k + i % K];
            bs[i / S][i % S] = b[(k + i / S) * n + x + i % S];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < K; p++) {
            float u[R], v[R];
#pragma unroll
            for (int i = 0; i < R; i++) u[i] = as[p][ty * R + i], v[i] = bs[p][tx * R + i];
#pragma unroll
            for (int i = 0; i < R; i++)
#pragma unroll
                for (int j = 0; j < R; j++) sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < R; i++)
#pragma unroll
        for (int j = 0; j < R; j++) c[(y + ty * R + i) * n + x + tx * R + j] = sum[i][j];
}

__global__ void matrix_vector(float *y, const float *a, const float *x, int n) { // a row a warp
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = lane; k < n; k += 32) sum += a[(size_t)row * n + k] * x[k];
    for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0) y[row] = sum;
}

__global__ void matrix_vector_rows(float *y, const float *a, const float *x, int n) { // a row a thread
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[(size_t)row * n + k] * x[k];
    y[row] = sum;
}

__global__ void sparse_scalar(float *y, const int *start, const int *column, const float *v, const float *x, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) sum += v[k] * x[column[k]];
    y[row] = sum;
}

__global__ void sparse_vector(float *y, const int *start, const int *column, const float *v, const float *x, int n) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float sum = 0;
    for (int k = start[row] + lane; k < start[row + 1]; k += 32) sum += v[k] * x[column[k]];
    for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0) y[row] = sum;
}

__global__ void sparse_ell(float *y, const int *column, const float *v, const float *x, int n, int width) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < width; k++) sum += v[(size_t)k * n + row] * x[column[(size_t)k * n + row]];
    y[row] = sum;
}

static __device__ float3 pull(float3 force, float4 a, float4 b) {
    const float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = b.w * r * r * r;
    return make_float3(force.x + dx * s, force.y + dy * s, force.z + dz * s);
}

__global__ void bodies_plain(float4 *out, const float4 *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 own = in[i];
    float3 force = make_float3(0, 0, 0);
    for (int j = 0; j < n; j++) force = pull(force, own, in[j]);
    out[i] = make_float4(force.x, force.y, force.z, 0);
}

__global__ void bodies_tile(float4 *out, const float4 *in, int n) {
    __shared__ float4 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 own = in[i];
    float3 force = make_float3(0, 0, 0);
    for (int j = 0; j < n; j += 256) {
        tile[threadIdx.x] = in[j + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; k++) force = pull(force, own, tile[k]);
        __syncthreads();
    }
    out[i] = make_float4(force.x, force.y, force.z, 0);
}

template <class T> static void add_plain(const char *name, int n, int bx, int by) {
    add(name, [=]() -> Launch {
        T *a = (T *)floats((size_t)n * n * sizeof(T) / 4), *b = (T *)floats((size_t)n * n * sizeof(T) / 4);
        T *c = (T *)floats((size_t)n * n * sizeof(T) / 4);
        return [=] { product_plain<T><<<dim3(n / bx, n / by), dim3(bx, by)>>>(c, a, b, n); };
    });
}

template <class T, int S> static void add_tile(const char *name, int n) {
    add(name, [=]() -> Launch {
        T *a = (T *)floats((size_t)n * n * sizeof(T) / 4), *b = (T *)floats((size_t)n * n * sizeof(T) / 4);
        T *c = (T *)floats((size_t)n * n * sizeof(T) / 4);
        return [=] { product_tile<T, S><<<dim3(n / S, n / S), dim3(S, S)>>>(c, a, b, n); };
    });
}

template <int R> static void add_registers(const char *name, int n) {
    add(name, [=]() -> Launch {
        float *a = floats((size_t)n * n), *b = floats((size_t)n * n), *c = floats((size_t)n * n);
        return [=] { product_registers<R><<<dim3(n / 16 / R, n / 16 / R), 256>>>(c, a, b, n); };
    });
}

// Rows of 1 to `most` elements, at random places.
static void add_sparse(const char *name, bool vector, int n, int most) {
    add(name, [=]() -> Launch {
        int *start = new int[n + 1];
        start[0] = 0;
        for (int i = 0; i < n; i++) start[i + 1] = start[i] + 1 + (int)((i * 2654435761u) >> 8) % most;
        const int total = start[n];
        const int *rows = copied(start, n + 1), *columns = ints(total, n);
        delete[] start;
        float *v = floats(total), *x = floats(n), *y = floats(n);
        if (vector) return [=] { sparse_vector<<<ceil_div(32l * n, 256), 256>>>(y, rows, columns, v, x, n); };
        return [=] { sparse_scalar<<<ceil_div(n, 256), 256>>>(y, rows, columns, v, x, n); };
    });
}

void add_products() {
    add_plain<float>("product_plain_512", 512, 16, 16);
    add_plain<float>("product_plain_1024", 1024, 32, 8);
    add_plain<double>("product_plain_double", 512, 16, 16);
    add("product_columns_512", []() -> Launch {
        const int n = 512;
        float *a = floats(n * n), *b = floats(n * n), *c = floats(n * n);
        return [=] { product_columns<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n); };
    });
    add_tile<float, 16>("product_tile_16_512", 512);
    add_tile<float, 16>("product_tile_16_1024", 1024);
    add_tile<float, 32>("product_tile_32_1024", 1024);
    add_tile<double, 16>("product_tile_double", 512);
    add_registers<4>("product_registers_4_1024", 1024);
    add_registers<8>("product_registers_8_1024", 1024);
    add_registers<4>("product_registers_4_512", 512);
    add("matrix_vector", []() -> Launch {
        float *a = floats(4096 * 4096), *x = floats(4096), *y = floats(4096);
        return [=] { matrix_vector<<<4096 * 32 / 256, 256>>>(y, a, x, 4096); };
    });
    add("matrix_vector_rows", []() -> Launch {
        float *a = floats(4096 * 4096), *x = floats(4096), *y = floats(4096);
        return [=] { matrix_vector_rows<<<4096 / 64, 64>>>(y, a, x, 4096); };
    });
    add_sparse("sparse_scalar_16", false, 1 << 18, 16);
    add_sparse("sparse_scalar_64", false, 1 << 17, 64);
    add_sparse("sparse_vector_64", true, 1 << 17, 64);
    add_sparse("sparse_vector_512", true, 1 << 14, 512);
    add("sparse_ell_16", []() -> Launch {
        const int n = 1 << 19;
        const int *column = ints(16 * n, n);
        float *v = floats(16 * n), *x = floats(n), *y = floats(n);
        return [=] { sparse_ell<<<n / 256, 256>>>(y, column, v, x, n, 16); };
    });
    add("bodies_plain", []() -> Launch {
        float4 *in = (float4 *)floats(4 * 16384), *out = (float4 *)floats(4 * 16384);
        return [=] { bodies_plain<<<64, 256>>>(out, in, 16384); };
    });
    add("bodies_tile", []() -> Launch {
        float4 *in = (float4 *)floats(4 * 16384), *out = (float4 *)floats(4 * 16384);
        return [=] { bodies_tile<<<64, 256>>>(out, in, 16384); };
    });
    add("bodies_tile_full", []() -> Launch {
        float4 *in = (float4 *)floats(4 << 17), *out = (float4 *)floats(4 << 17);
        return [=] { bodies_tile<<<(1 << 17) / 256, 256>>>(out, in, 2048); };
    });
}
