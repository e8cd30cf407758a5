// WRONG: cudaGetLastError() is called twice: the second call learns of nothing
// EXPECT test: 2.4/nx=64,ny=64,bx=256,by=8
// EXPECT cause: hands out the last error and forgets it
// EXPECT todo: 2.4

#include <algorithm>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "common/cuda_check.h"
#include "common/device_facts.h"
#include "common/grid.h"
#include "common/latency_hiding.h"
#include "common/matrix_sum.h"
#include "common/sm_limits.h"

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    int khz = 0, bits = p.memoryBusWidth;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));

    DeviceFacts d = {};
    strcpy(d.name, p.name);
    d.sm_count = p.multiProcessorCount;
    d.constant_memory = p.totalConstMem;
    d.shared_per_block = p.sharedMemPerBlock;
    d.registers_per_block = p.regsPerBlock;
    d.warp_size = p.warpSize;
    d.threads_per_block = p.maxThreadsPerBlock;
    d.threads_per_sm = p.maxThreadsPerMultiProcessor;
    d.warps_per_sm = p.maxThreadsPerMultiProcessor / p.warpSize;
    d.shared_per_sm = p.sharedMemPerMultiprocessor;
    d.memory_clock_khz = khz;
    d.memory_bus_bits = bits;
    d.peak_bandwidth = 2.0 * khz / 1e6 * bits / 8; // GHz times bytes
    d.l2_bytes = p.l2CacheSize;
    *facts = d;
}

#define ROUND_UP(v, unit) (ceil_div((v), (unit)) * (unit))

static int blocks_by_registers(const SmLimits *sm, int registers, int warps) {
    int one_warp = ROUND_UP(sm->warp_size * registers, sm->register_unit);
    int one_part = sm->registers / sm->partitions;
    return (one_part / one_warp) * sm->partitions / warps;
}

static int blocks_by_shared(const SmLimits *sm, int asked) {
    if (asked > sm->shared_per_block) return 0;
    int total = ROUND_UP(asked + sm->shared_reserved, sm->shared_unit);
    return total == 0 ? INT_MAX : sm->shared / total;
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    int warps = ceil_div(kernel.threads, sm.warp_size);
    int w = kernel.threads > sm.threads_per_block ? 0 : sm.warps / warps;
    int r = blocks_by_registers(&sm, kernel.registers, warps);
    int s = blocks_by_shared(&sm, kernel.shared);
    int b = sm.blocks;

    SmOccupancy result;
    result.blocks = std::min({w, r, s, b});
    result.limits = (w == result.blocks ? LIMIT_WARPS : 0) | (r == result.blocks ? LIMIT_REGISTERS : 0) |
                    (s == result.blocks ? LIMIT_SHARED : 0) | (b == result.blocks ? LIMIT_BLOCKS : 0);
    return result;
}

double operations_in_flight(double latency, double throughput) {
    return latency * throughput;
}

InFlight memory_in_flight(MemoryPath path) {
    double per_cycle = path.bandwidth / path.clock;
    double bytes = per_cycle * path.latency;
    double threads = bytes / path.bytes_per_thread;
    double warps = threads / path.warp_size;
    InFlight need = {per_cycle, bytes, threads, warps, (int)ceil(warps / path.sm_count)};
    return need;
}

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) {
        c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
    }
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    CUDA_CHECK(cudaGetLastError()); // say so on the screen // <-- HERE
    error = cudaGetLastError();
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x = 32, block_y = 16;
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
