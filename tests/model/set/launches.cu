// What a launch and a block cost, small grids, low occupancy, barriers, spilled registers.
#include "set.h"

__global__ void nothing(int *p) {
    if (p == nullptr) return;
    if (threadIdx.x > 4096) *p = 1;
}

__global__ void work(float *out, const float *in, int steps) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    for (int k = 0; k < steps; k++) x = x * 1.0001f + 0.5f;
    out[i] = x;
}

__global__ void barriers(float *out, int times) {
    __shared__ float x[1024];
    x[threadIdx.x] = (float)threadIdx.x;
    for (int k = 0; k < times; k++) {
        __syncthreads();
        const float y = x[(threadIdx.x + 33) % blockDim.x];
        __syncthreads();
        x[threadIdx.x] = y + 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[threadIdx.x];
}

__global__ void stream_with_shared(float *out, const float *in, int n) { // dynamic shared memory limits occupancy
    extern __shared__ float room[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    room[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = room[blockDim.x - 1 - threadIdx.x];
}

__global__ void warp_of_its_own(float *out, const float *in, int each) { // blocks of one warp
    float sum = 0;
    for (int k = 0; k < each; k++) sum += in[(blockIdx.x * each + k) * 32 + threadIdx.x];
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}

template <int N> __device__ void mix(float *x) {
#pragma unroll
    for (int k = 0; k < N; k++) x[k] = x[k] * 1.0001f + x[(k * 7 + 3) % N];
}

__global__ void __launch_bounds__(1024, 2) spilled(float *out, const float *in, int steps) {
    float x[48];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 48; k++) x[k] = in[i] + k;
    for (int s = 0; s < steps; s++) mix<48>(x);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 48; k++) sum += x[k];
    out[i] = sum;
}

__global__ void many_registers(float *out, const float *in, int steps) {
    float x[96];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 96; k++) x[k] = in[i] + k;
    for (int s = 0; s < steps; s++) mix<96>(x);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++) sum += x[k];
    out[i] = sum;
}

__global__ void local_array(int *out, const int *in, int n) { // an index that is not known when it is compiled
    int count[64];
    for (int k = 0; k < 64; k++) count[k] = 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; k++) count[in[(i + k * 1024) % n] & 63]++;
    int most = 0;
    for (int k = 0; k < 64; k++) most = max(most, count[k]);
    out[i] = most;
}

static void add_empty(const char *name, int blocks, int threads) {
    add(name, [=]() -> Launch {
        int *p = ints(1, 1);
        return [=] { nothing<<<blocks, threads>>>(p); };
    });
}

static void add_work(const char *name, int blocks, int threads, int steps) {
    add(name, [=]() -> Launch {
        float *in = floats((size_t)blocks * threads), *out = floats((size_t)blocks * threads);
        return [=] { work<<<blocks, threads>>>(out, in, steps); };
    });
}

static void add_barriers(const char *name, int blocks, int threads, int times) {
    add(name, [=]() -> Launch {
        float *out = floats((size_t)blocks * threads);
        return [=] { barriers<<<blocks, threads>>>(out, times); };
    });
}

static void add_limited(const char *name, int threads, int shared) {
    add(name, [=]() -> Launch {
        const int n = 1 << 24;
        float *in = floats(n), *out = floats(n);
        cudaFuncSetAttribute(stream_with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
        return [=] { stream_with_shared<<<n / threads, threads, shared>>>(out, in, n); };
    });
}

void add_launches() {
    add_empty("empty_1", 1, 32);
    add_empty("empty_1056", 1056, 256);
    add_empty("empty_65536_of_32", 65536, 32);
    add_empty("empty_65536_of_256", 65536, 256);
    add_empty("empty_16384_of_1024", 16384, 1024);
    add_work("work_1_block", 1, 256, 4096);
    add_work("work_66_blocks", 66, 512, 4096);
    add_work("work_133_blocks", 133, 1024, 4096);
    add_work("work_1100_blocks", 1100, 256, 1024);
    add_work("work_2048_blocks", 2048, 128, 512);
    add_work("work_65536_short", 65536, 64, 16);
    add_barriers("barriers_64", 132 * 16, 64, 128);
    add_barriers("barriers_256", 132 * 8, 256, 128);
    add_barriers("barriers_1024", 132 * 2, 1024, 128);
    add_barriers("barriers_256_alone", 132, 256, 256);
    add_limited("stream_2_blocks_128", 128, 100 * 1024);
    add_limited("stream_1_block_256", 256, 200 * 1024);
    add_limited("stream_4_blocks_256", 256, 50 * 1024);
    add("warps_alone", []() -> Launch {
        float *in = floats(1 << 24), *out = floats(1 << 22);
        return [=] { warp_of_its_own<<<1 << 15, 32>>>(out, in, 16); };
    });
    add("spilled", []() -> Launch {
        float *in = floats(264 * 1024), *out = floats(264 * 1024);
        return [=] { spilled<<<264, 1024>>>(out, in, 16); };
    });
    add("many_registers", []() -> Launch {
        float *in = floats(1056 * 128), *out = floats(1056 * 128);
        return [=] { many_registers<<<1056, 128>>>(out, in, 32); };
    });
    add("local_array", []() -> Launch {
        int *in = ints(1 << 20, 1 << 16), *out = ints(1 << 18, 2);
        return [=] { local_array<<<1024, 256>>>(out, in, 1 << 20); };
    });
}
