// Kernels whose counters are known from a GPU: one launch of each, by ./grade run and by Nsight Compute.
//
// Each is a habit good or bad: how its lanes reach memory, where its warps part. Sizes are small, for the
// simulator runs all of them in `make test`. measure.sh takes the numbers of hardware, test_counters.sh
// compares.
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        cudaError_t error = (call);                                                                          \
        if (error != cudaSuccess) {                                                                          \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error));        \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

enum {
    COUNT = 1 << 16, // elements of the one-dimensional kernels
    ROW = 256,       // points in a row of the two-dimensional ones
    BLOCK = 256,
    BINS = 64,
    ROWS = 4096, // of the sparse matrix
};

__device__ int place() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- How lanes reach global memory ------------------------------------------------------------------------

__global__ void copy_float(const float *in, float *out) {
    out[place()] = in[place()];
}

__global__ void copy_float4(const float4 *in, float4 *out) {
    out[place()] = in[place()];
}

__global__ void copy_double(const double *in, double *out) {
    out[place()] = in[place()];
}

__global__ void copy_byte(const unsigned char *in, unsigned char *out) {
    out[place()] = in[place()];
}

__global__ void copy_half(const __half *in, __half *out) {
    out[place()] = in[place()];
}

__global__ void copy_shifted(const float *in, float *out, int shift) {
    out[place()] = in[place() + shift];
}

__global__ void copy_strided(const float *in, float *out, int stride) {
    out[place()] = in[place() * stride % COUNT];
}

__global__ void copy_guarded(const float *in, float *out, int count) {
    if (place() < count) out[place()] = in[place()];
}

__global__ void read_one(const float *in, float *out) {
    out[place()] = in[blockIdx.x];
}

struct Point {
    float x, y, z;
};

__global__ void structures(const Point *in, float *out) {
    Point p = in[place()];
    out[place()] = p.x * p.x + p.y * p.y + p.z * p.z;
}

__global__ void gather(const float *in, const int *index, float *out) {
    out[place()] = in[index[place()]];
}

__global__ void scatter(const float *in, const int *index, float *out) {
    out[index[place()]] = in[place()];
}

__global__ void grid_stride(const float *x, float *y, float a, int count) {
#pragma unroll 1
    for (int i = place(); i < count; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}

__global__ void row_a_thread(const float *in, float *sums) {
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < ROW; k++) sum += in[place() * ROW + k];
    sums[place()] = sum;
}

__global__ void column_a_thread(const float *in, float *sums) {
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < ROW; j++) sum += in[j * ROW + place()];
    sums[place()] = sum;
}

// ---- Two dimensions, with and without shared memory
// ---------------------------------------------------------

__global__ void transpose_plain(const float *in, float *out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[x * ROW + y] = in[y * ROW + x];
}

template <int PITCH> __device__ void transpose_tile(const float *in, float *out) {
    __shared__ float tile[32][PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * ROW + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * ROW + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_shared(const float *in, float *out) {
    transpose_tile<32>(in, out);
}

__global__ void transpose_padded(const float *in, float *out) {
    transpose_tile<33>(in, out);
}

__global__ void product_plain(const float *a, const float *b, float *c) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 64; k++) sum += a[y * ROW + k] * b[k * ROW + x];
    c[y * ROW + x] = sum;
}

__global__ void product_tiled(const float *a, const float *b, float *c) {
    __shared__ float p[16][16], q[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 64; k += 16) {
        p[ty][tx] = a[y * ROW + k + tx];
        q[ty][tx] = b[(k + ty) * ROW + x];
        __syncthreads();
        for (int m = 0; m < 16; m++) sum += p[ty][m] * q[m][tx];
        __syncthreads();
    }
    c[y * ROW + x] = sum;
}

__constant__ float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};

__global__ void blur(const float *in, float *out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || y < 1 || x >= ROW - 1 || y >= ROW - 1) return;
    float sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int k = -1; k <= 1; k++) sum += weights[3 * j + k + 4] * in[(y + j) * ROW + x + k];
    out[y * ROW + x] = sum / 16;
}

__global__ void neighbours_shared(const float *in, float *out) {
    __shared__ float line[BLOCK + 2];
    int i = place(), x = threadIdx.x + 1;
    line[x] = in[i];
    if (threadIdx.x == 0) line[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == BLOCK - 1) line[x + 1] = i + 1 < COUNT ? in[i + 1] : 0;
    __syncthreads();
    out[i] = line[x - 1] + line[x] + line[x + 1];
}

// ---- Sums, prefixes, histograms, sorting
// ----------------------------------------------------------------------

__global__ void sum_interleaved(const float *in, float *sums) {
    __shared__ float value[BLOCK];
    int x = threadIdx.x;
    value[x] = in[place()];
    __syncthreads();
#pragma unroll 1
    for (int step = 1; step < BLOCK; step *= 2) {
        if (x % (2 * step) == 0) value[x] += value[x + step];
        __syncthreads();
    }
    if (x == 0) sums[blockIdx.x] = value[0];
}

__global__ void sum_halves(const float *in, float *sums) {
    __shared__ float value[BLOCK];
    int x = threadIdx.x;
    value[x] = in[place()];
    __syncthreads();
#pragma unroll 1
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (x < step) value[x] += value[x + step];
        __syncthreads();
    }
    if (x == 0) sums[blockIdx.x] = value[0];
}

__global__ void sum_shuffles(const float *in, float *sums) {
    float value = in[place()];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
    if (threadIdx.x % 32 == 0) atomicAdd(&sums[blockIdx.x], value);
}

__global__ void prefix_sum(const float *in, float *out) {
    __shared__ float value[2][BLOCK];
    int x = threadIdx.x, now = 0;
    value[0][x] = in[place()];
    __syncthreads();
#pragma unroll 1
    for (int step = 1; step < BLOCK; step *= 2, now ^= 1) {
        value[now ^ 1][x] = x >= step ? value[now][x] + value[now][x - step] : value[now][x];
        __syncthreads();
    }
    out[place()] = value[now][x];
}

__global__ void histogram_global(const int *keys, int *bins) {
    atomicAdd(&bins[keys[place()] % BINS], 1);
}

__global__ void histogram_shared(const int *keys, int *bins) {
    __shared__ int own[BINS];
    if (threadIdx.x < BINS) own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[keys[place()] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void bitonic_sort(int *keys) {
    __shared__ int value[BLOCK];
    int x = threadIdx.x;
    value[x] = keys[place()];
    __syncthreads();
#pragma unroll 1
    for (int size = 2; size <= BLOCK; size *= 2)
#pragma unroll 1
        for (int step = size / 2; step > 0; step /= 2) {
            int other = x ^ step;
            if (other > x) {
                int a = value[x], b = value[other];
                if ((a > b) == ((x & size) == 0)) {
                    value[x] = b;
                    value[other] = a;
                }
            }
            __syncthreads();
        }
    keys[place()] = value[x];
}

// ---- Sparse rows: one for a thread, one for a warp
// --------------------------------------------------------------

__global__ void sparse_thread(const int *begin, const int *column, const float *value, const float *x,
                              float *y) {
    int row = place();
    float sum = 0;
#pragma unroll 1
    for (int k = begin[row]; k < begin[row + 1]; k++) sum += value[k] * x[column[k]];
    y[row] = sum;
}

__global__ void sparse_warp(const int *begin, const int *column, const float *value, const float *x,
                            float *y) {
    int row = place() / 32, lane = threadIdx.x % 32;
    float sum = 0;
#pragma unroll 1
    for (int k = begin[row] + lane; k < begin[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (lane == 0) y[row] = sum;
}

// ---- Where warps part
// ------------------------------------------------------------------------------------------

// A loop that no compiler turns into a select.
__device__ float walk(float value, int steps) {
#pragma unroll 1
    for (int i = 0; i < steps; i++) value = value * 0.5f + 1 / (1 + value * value);
    return value;
}

__global__ void part_by_lane(const float *in, float *out, int steps) {
    float value = in[place()];
    if (threadIdx.x % 2)
        value = walk(value, steps);
    else
        value = walk(-value, 2 * steps);
    out[place()] = value;
}

__global__ void part_by_warp(const float *in, float *out, int steps) {
    float value = in[place()];
    if (threadIdx.x / 32 % 2)
        value = walk(value, steps);
    else
        value = walk(-value, 2 * steps);
    out[place()] = value;
}

__global__ void steps_by_lane(const float *in, float *out) {
    out[place()] = walk(in[place()], threadIdx.x % 32);
}

__global__ void part_four_ways(const float *in, float *out, int steps) {
    float value = in[place()];
    switch (threadIdx.x % 4) {
    case 0: value = walk(value, steps); break;
    case 1: value = walk(value + 1, steps + 1); break;
    case 2: value = walk(value + 2, steps + 2); break;
    default: value = walk(value + 3, steps + 3); break;
    }
    out[place()] = value;
}

__global__ void part_twice(const float *in, float *out, int steps) {
    float value = in[place()];
    if (threadIdx.x & 1) {
        value = walk(value, steps);
        if (threadIdx.x & 2) value = walk(value, steps + 1);
    }
    out[place()] = value;
}

__global__ void collatz(int *steps) {
    unsigned value = place() + 1, count = 0;
#pragma unroll 1
    while (value != 1) {
        value = value & 1 ? 3 * value + 1 : value / 2;
        count++;
    }
    steps[place()] = count;
}

__global__ void mandelbrot(int *steps) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, count = 0;
    float a = x * (3.0f / ROW) - 2, b = y * (2.0f / ROW) - 1, u = a, v = b;
#pragma unroll 1
    while (u * u + v * v < 4 && count < 100) {
        float next = u * u - v * v + a;
        v = 2 * u * v + b;
        u = next;
        count++;
    }
    steps[y * ROW + x] = count;
}

// ---- One launch of each
// -------------------------------------------------------------------------------------------

template <typename T> static T *buffer(size_t count) {
    T *memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    CHECK(cudaMemset(memory, 0, count * sizeof(T)));
    return memory;
}

template <typename T> static T *filled(const T *values, size_t count) {
    T *memory = buffer<T>(count);
    CHECK(cudaMemcpy(memory, values, count * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

int main() {
    const int blocks = COUNT / BLOCK;
    static float numbers[4 * COUNT];
    static int keys[COUNT], order[COUNT], begin[ROWS + 1], column[ROWS * 32];
    unsigned state = 1;
    auto random = [&state] { return (state = state * 1664525 + 1013904223) >> 8; };
    for (int i = 0; i < 4 * COUNT; i++) numbers[i] = random() / 16777216.0f;
    for (int i = 0; i < COUNT; i++) keys[i] = random() % 100000, order[i] = i;
    for (int i = COUNT - 1; i > 0; i--) {
        int other = random() % (i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
    for (int row = 0; row < ROWS; row++) {
        begin[row + 1] = begin[row] + random() % 33;
        for (int k = begin[row]; k < begin[row + 1]; k++) column[k] = random() % ROWS;
    }
    float *in = filled(numbers, 4 * COUNT), *out = buffer<float>(4 * COUNT);
    int *key = filled(keys, COUNT), *index = filled(order, COUNT), *bins = buffer<int>(BINS);
    int *first = filled(begin, ROWS + 1), *where = filled(column, ROWS * 32), *steps = buffer<int>(COUNT);

    copy_float<<<blocks, BLOCK>>>(in, out);
    copy_float4<<<blocks, BLOCK>>>((float4 *)in, (float4 *)out);
    copy_double<<<blocks, BLOCK>>>((double *)in, (double *)out);
    copy_byte<<<blocks, BLOCK>>>((unsigned char *)in, (unsigned char *)out);
    copy_half<<<blocks, BLOCK>>>((__half *)in, (__half *)out);
    copy_shifted<<<blocks, BLOCK>>>(in, out, 1);
    copy_strided<<<blocks, BLOCK>>>(in, out, 2);
    copy_guarded<<<blocks, BLOCK>>>(in, out, COUNT - 100);
    read_one<<<blocks, BLOCK>>>(in, out);
    structures<<<blocks, BLOCK>>>((Point *)in, out);
    gather<<<blocks, BLOCK>>>(in, index, out);
    scatter<<<blocks, BLOCK>>>(in, index, out);
    grid_stride<<<32, BLOCK>>>(in, out, 2, COUNT);
    row_a_thread<<<1, ROW>>>(in, out);
    column_a_thread<<<1, ROW>>>(in, out);

    const dim3 tiles(ROW / 32, ROW / 32), rows(ROW / 32, ROW / 8), squares(ROW / 16, ROW / 16);
    transpose_plain<<<rows, dim3(32, 8)>>>(in, out);
    transpose_shared<<<tiles, dim3(32, 8)>>>(in, out);
    transpose_padded<<<tiles, dim3(32, 8)>>>(in, out);
    product_plain<<<squares, dim3(16, 16)>>>(in, in, out);
    product_tiled<<<squares, dim3(16, 16)>>>(in, in, out);
    blur<<<rows, dim3(32, 8)>>>(in, out);
    neighbours_shared<<<blocks, BLOCK>>>(in, out);

    sum_interleaved<<<blocks, BLOCK>>>(in, out);
    sum_halves<<<blocks, BLOCK>>>(in, out);
    sum_shuffles<<<blocks, BLOCK>>>(in, out);
    prefix_sum<<<blocks, BLOCK>>>(in, out);
    histogram_global<<<blocks, BLOCK>>>(key, bins);
    histogram_shared<<<blocks, BLOCK>>>(key, bins);
    sparse_thread<<<ROWS / BLOCK, BLOCK>>>(first, where, in, in, out);
    sparse_warp<<<ROWS / BLOCK * 32, BLOCK>>>(first, where, in, in, out);
    bitonic_sort<<<blocks, BLOCK>>>(key);

    part_by_lane<<<blocks, BLOCK>>>(in, out, 10);
    part_by_warp<<<blocks, BLOCK>>>(in, out, 10);
    steps_by_lane<<<blocks, BLOCK>>>(in, out);
    part_four_ways<<<blocks, BLOCK>>>(in, out, 10);
    part_twice<<<blocks, BLOCK>>>(in, out, 10);
    collatz<<<blocks, BLOCK>>>(steps);
    mandelbrot<<<rows, dim3(32, 8)>>>(steps);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    return 0;
}
