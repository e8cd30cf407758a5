// What blocks do together: reductions, scans, sorting, products of matrices, sparse products, small systems.
#include "kept.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

template <int THREADS> __global__ void largest(float *out, const float *in) { // two loads, then halves
    __shared__ float x[THREADS];
    const int t = threadIdx.x, i = blockIdx.x * 2 * THREADS + t;
    x[t] = fmaxf(in[i], in[i + THREADS]);
    __syncthreads();
#pragma unroll
    for (int s = THREADS / 2; s >= 32; s /= 2) {
        if (t < s) x[t] = fmaxf(x[t], x[t + s]);
        __syncthreads();
    }
    if (t < 32) {
        float v = x[t];
        for (int s = 16; s > 0; s /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, s));
        if (t == 0) out[blockIdx.x] = v;
    }
}

__global__ void dot(double *out, const double *a, const double *b, int n) {
    __shared__ double part[256];
    double sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

__global__ void sums_of_rows(float *out, const float *in, int width) { // a row a block of 128
    __shared__ float part[4];
    float sum = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x) sum += in[(size_t)blockIdx.x * width + i];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

__global__ void sums_of_columns(float *out, const float *in, int rows, int width) { // a column a thread
    const int x = INDEX;
    float sum = 0;
    for (int y = 0; y < rows; y++) sum += in[(size_t)y * width + x];
    out[x] = sum;
}

__global__ void running_sums(int *out, const int *in) { // each warp for itself
    const int i = INDEX, lane = threadIdx.x & 31;
    int v = in[i];
#pragma unroll
    for (int s = 1; s < 32; s <<= 1) {
        const int left = __shfl_up_sync(~0u, v, s);
        if (lane >= s) v += left;
    }
    out[i] = v;
}

__global__ void scan_of_four(float4 *out, const float4 *in) { // 4 elements a thread, 256 threads
    __shared__ float sums[8];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, i = INDEX;
    float4 v = in[i];
    v.y += v.x, v.z += v.y, v.w += v.z;
    float all = v.w;
    for (int s = 1; s < 32; s <<= 1) {
        const float left = __shfl_up_sync(~0u, all, s);
        if (lane >= s) all += left;
    }
    if (lane == 31) sums[warp] = all;
    __syncthreads();
    if (warp == 0 && lane < 8) {
        float s = sums[lane];
        for (int d = 1; d < 8; d <<= 1) {
            const float left = __shfl_up_sync(0xffu, s, d);
            if (lane >= d) s += left;
        }
        sums[lane] = s;
    }
    __syncthreads();
    const float before = all - v.w + (warp ? sums[warp - 1] : 0);
    out[i] = make_float4(v.x + before, v.y + before, v.z + before, v.w + before);
}

__global__ void bitonic_step(int *out, const int *in, int j, int k) { // to another array, so that it can be repeated
    const int i = INDEX, other = i ^ j;
    const bool upwards = (i & k) == 0, lower = other > i;
    out[i] = upwards == lower ? min(in[i], in[other]) : max(in[i], in[other]);
}

template <class T, int S> __global__ void multiply_tiles(T *c, const T *a, const T *b, int n) {
    __shared__ T as[S][S], bs[S][S + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * S + ty, column = blockIdx.x * S + tx;
    T sum = 0;
    for (int m = 0; m < n / S; m++) {
        as[ty][tx] = a[row * n + m * S + tx];
        bs[ty][tx] = b[(m * S + ty) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < S; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void multiply_four_rows(float *c, const float *a, const float *b, int n) { // 32 x 8 threads, tile of 32 x 32
    __shared__ float as[32][32], bs[32][32];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, column = blockIdx.x * 32 + tx;
    float sum[4] = {0, 0, 0, 0};
    for (int m = 0; m < n; m += 32) {
        for (int r = 0; r < 32; r += 8) {
            as[ty + r][tx] = a[(row + ty + r) * n + m + tx];
            bs[ty + r][tx] = b[(m + ty + r) * n + column];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            const float v = bs[k][tx];
#pragma unroll
            for (int r = 0; r < 4; r++) sum[r] += as[ty + 8 * r][k] * v;
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++) c[(row + ty + 8 * r) * n + column] = sum[r];
}

__global__ void multiply_small(float *c, const float *a, const float *b) { // a pair of 16 x 16 matrices a block
    __shared__ float as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 256 + y * 16 + x;
    as[y][x] = a[at], bs[y][x] = b[at];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 16; k++) sum += as[y][k] * bs[k][x];
    c[at] = sum;
}

__global__ void solve_tridiagonal(float *x, const float *d, float *c, int count, int size) { // a system a thread
    const int s = INDEX;
    float above = 0, right = 0;
    for (int i = 0; i < size; i++) {
        const float m = 1 / (4.0f - above);
        above = m, right = (d[i * count + s] + right) * m;
        c[i * count + s] = above, x[i * count + s] = right;
    }
    for (int i = size - 2; i >= 0; i--) {
        right = x[i * count + s] + c[i * count + s] * right;
        x[i * count + s] = right;
    }
}

__global__ void csr_rows(double *y, const int *start, const int *column, const double *v, const double *x, int n) {
    const int row = INDEX;
    if (row >= n) return;
    double sum = 0;
    const int end = start[row + 1];
    for (int k = start[row]; k < end; k++) sum += v[k] * x[column[k]];
    y[row] = sum;
}

__global__ void csr_half_warps(float *y, const int *start, const int *column, const float *v, const float *x, int n) {
    const int row = INDEX / 16, lane = threadIdx.x & 15;
    if (row >= n) return;
    float sum = 0;
    for (int k = start[row] + lane; k < start[row + 1]; k += 16) sum += v[k] * x[column[k]];
    for (int s = 8; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s, 16);
    if (lane == 0) y[row] = sum;
}

__global__ void ell_rows(float *y, const int *column, const float *v, const float *x, int n, int width) {
    const int row = INDEX;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        const int c = column[k * n + row];
        if (c >= 0) sum += v[k * n + row] * x[c];
    }
    y[row] = sum;
}

// Rows of 7 elements, as of a grid of n = side^3 points.
static void add_banded() {
    add("csr_seven_bands", []() -> Launch {
        const int side = 64, n = side * side * side, bands[7] = {-side * side, -side, -1, 0, 1, side, side * side};
        int *start = new int[n + 1], *column = new int[7 * n];
        for (int i = 0; i <= n; i++) start[i] = 7 * i;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 7; k++) column[7 * i + k] = (i + bands[k] + n) % n;
        const int *rows = copied(start, n + 1), *columns = copied(column, 7 * n);
        delete[] start, delete[] column;
        double *v = doubles(7 * n), *x = doubles(n), *y = doubles(n);
        return [=] { csr_rows<<<n / 128, 128>>>(y, rows, columns, v, x, n); };
    });
    add("ell_nine_bands", []() -> Launch {
        const int n = 1 << 19, width = 9;
        int *column = new int[width * n];
        for (int k = 0; k < width; k++)
            for (int i = 0; i < n; i++) {
                const int c = i + (k - 4) * (k % 2 ? 1 : 700);
                column[k * n + i] = c < 0 || c >= n ? -1 : c;
            }
        const int *columns = copied(column, width * n);
        delete[] column;
        float *v = floats(width * n), *x = floats(n), *y = floats(n);
        return [=] { ell_rows<<<n / 256, 256>>>(y, columns, v, x, n, width); };
    });
    add("csr_half_warps_24", []() -> Launch {
        const int n = 1 << 17;
        int *start = new int[n + 1];
        start[0] = 0;
        for (int i = 0; i < n; i++) start[i + 1] = start[i] + 8 + (int)((unsigned)i * 2246822519u >> 16) % 33;
        const int total = start[n];
        const int *rows = copied(start, n + 1), *columns = ints(total, n);
        delete[] start;
        float *v = floats(total), *x = floats(n), *y = floats(n);
        return [=] { csr_half_warps<<<n / 16, 256>>>(y, rows, columns, v, x, n); };
    });
}

static void add_reductions() {
    add("largest_512", []() -> Launch {
        const int n = 1 << 24;
        float *in = floats(n), *out = floats(n / 1024);
        return [=] { largest<512><<<n / 1024, 512>>>(out, in); };
    });
    add("dot_double_3m", []() -> Launch {
        const int n = 3 << 20;
        double *a = doubles(n), *b = doubles(n), *out = doubles(1);
        return [=] { dot<<<396, 256>>>(out, a, b, n); };
    });
    add("sums_of_rows_2500", []() -> Launch {
        float *in = floats(2500 * 4096), *out = floats(4096);
        return [=] { sums_of_rows<<<4096, 128>>>(out, in, 2500); };
    });
    add("sums_of_columns", []() -> Launch {
        float *in = floats(2048 * 8192), *out = floats(8192);
        return [=] { sums_of_columns<<<8192 / 64, 64>>>(out, in, 2048, 8192); };
    });
    add("running_sums_8m", []() -> Launch {
        int *in = ints(8 << 20, 100), *out = ints(8 << 20, 2);
        return [=] { running_sums<<<(8 << 20) / 256, 256>>>(out, in); };
    });
    add("scan_of_four_8m", []() -> Launch {
        float4 *in = (float4 *)floats(8 << 20), *out = (float4 *)floats(8 << 20);
        return [=] { scan_of_four<<<(8 << 20) / 1024, 256>>>(out, in); };
    });
    add("bitonic_step_far", []() -> Launch {
        int *in = ints(4 << 20, 1u << 30), *out = ints(4 << 20, 2);
        return [=] { bitonic_step<<<(4 << 20) / 256, 256>>>(out, in, 1 << 14, 1 << 15); };
    });
    add("bitonic_step_near", []() -> Launch {
        int *in = ints(4 << 20, 1u << 30), *out = ints(4 << 20, 2);
        return [=] { bitonic_step<<<(4 << 20) / 512, 512>>>(out, in, 4, 8); };
    });
}

template <class T, int S> static void add_multiply(const char *name, int n) {
    add(name, [=]() -> Launch {
        const size_t count = (size_t)n * n * sizeof(T) / 4;
        T *a = (T *)floats(count), *b = (T *)floats(count), *c = (T *)floats(count);
        return [=] { multiply_tiles<T, S><<<dim3(n / S, n / S), dim3(S, S)>>>(c, a, b, n); };
    });
}

void add_kept_blocks() {
    add_reductions();
    add_multiply<float, 8>("multiply_tiles_8", 512);
    add_multiply<int, 16>("multiply_integers", 512);
    add_multiply<double, 32>("multiply_doubles_32", 512);
    add("multiply_four_rows", []() -> Launch {
        const int n = 768;
        float *a = floats(n * n), *b = floats(n * n), *c = floats(n * n);
        return [=] { multiply_four_rows<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(c, a, b, n); };
    });
    add("multiply_small_16", []() -> Launch {
        const int count = 10000;
        float *a = floats(256 * count), *b = floats(256 * count), *c = floats(256 * count);
        return [=] { multiply_small<<<count, dim3(16, 16)>>>(c, a, b); };
    });
    add("solve_tridiagonal_64", []() -> Launch {
        const int count = 1 << 16, size = 64;
        float *x = floats(count * size), *d = floats(count * size), *c = floats(count * size);
        return [=] { solve_tridiagonal<<<count / 128, 128>>>(x, d, c, count, size); };
    });
    add_banded();
}
