// WRONG: the guard looks at the flat index alone: threads past the end of a row store elements of the next one
// EXPECT test: 2.4/nx=33,ny=8,bx=32,by=8
// EXPECT cause: This condition does not look at
// EXPECT todo: 2.4

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/cuda_check.h"
#include "common/device_facts.h"
#include "common/grid.h"
#include "common/latency_hiding.h"
#include "common/matrix_sum.h"
#include "common/sm_limits.h"

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp prop;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&prop, device))) return;
    snprintf(facts->name, sizeof(facts->name), "%s", prop.name);
    // SM
    facts->sm_count = prop.multiProcessorCount;
    facts->threads_per_sm = prop.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = prop.maxThreadsPerMultiProcessor / prop.warpSize;
    facts->shared_per_sm = prop.sharedMemPerMultiprocessor;
    // block
    facts->shared_per_block = prop.sharedMemPerBlock;
    facts->registers_per_block = prop.regsPerBlock;
    facts->threads_per_block = prop.maxThreadsPerBlock;
    facts->warp_size = prop.warpSize;
    // memory
    int mem_khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&mem_khz, cudaDevAttrMemoryClockRate, device));
    facts->memory_clock_khz = mem_khz;
    facts->memory_bus_bits = prop.memoryBusWidth;
    facts->constant_memory = prop.totalConstMem;
    facts->l2_bytes = prop.l2CacheSize;
    facts->peak_bandwidth = 2.0 * mem_khz * prop.memoryBusWidth / 8.0 / 1.0e6;
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    int warps = ceil_div(kernel.threads, sm.warp_size);

    int by_warps = 0;
    if (kernel.threads <= sm.threads_per_block) by_warps = sm.warps / warps;

    int per_warp = ceil_div(kernel.registers * sm.warp_size, sm.register_unit) * sm.register_unit;
    int by_registers = sm.registers / sm.partitions / per_warp * sm.partitions / warps;

    int by_shared = 0;
    if (kernel.shared <= sm.shared_per_block) {
        int per_block = ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit) * sm.shared_unit;
        by_shared = per_block ? sm.shared / per_block : INT_MAX;
    }

    int least = sm.blocks;
    if (by_warps < least) least = by_warps;
    if (by_registers < least) least = by_registers;
    if (by_shared < least) least = by_shared;

    result.blocks = least;
    if (by_warps <= least) result.limits |= LIMIT_WARPS;
    if (by_registers <= least) result.limits |= LIMIT_REGISTERS;
    if (by_shared <= least) result.limits |= LIMIT_SHARED;
    if (sm.blocks <= least) result.limits |= LIMIT_BLOCKS;
    return result;
}

double operations_in_flight(double latency, double throughput) { return latency * throughput; }

InFlight memory_in_flight(MemoryPath m) {
    InFlight f;
    f.bytes_per_cycle = m.bandwidth / m.clock;
    f.bytes = f.bytes_per_cycle * m.latency;
    f.threads = f.bytes / m.bytes_per_thread;
    f.warps = f.threads / m.warp_size;
    f.warps_per_sm = (int)ceil(f.warps / m.sm_count);
    return f;
}

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int idx = j * nx + i;
    if (idx < nx * ny) // <-- HERE
        c[idx] = a[idx] + b[idx];
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 block(block_x, block_y);
    dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 2);
}
