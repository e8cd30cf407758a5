// WRONG: the unit of registers is that of many GPUs, 8 for each thread of a warp, not that of the SM
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT cause: a multiple of 256 on every SM
// EXPECT todo: 2.2

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
    // TODO 2.1: fill in all 14 fields of *facts (common/device_facts.h).
    DeviceFacts &f = *facts;
    strcpy(f.name, p.name);
    f.sm_count = p.multiProcessorCount;
    f.constant_memory = p.totalConstMem;
    f.shared_per_block = p.sharedMemPerBlock;
    f.registers_per_block = p.regsPerBlock;
    f.warp_size = p.warpSize;
    f.threads_per_block = p.maxThreadsPerBlock;
    f.threads_per_sm = p.maxThreadsPerMultiProcessor;
    f.warps_per_sm = f.threads_per_sm / f.warp_size;
    f.shared_per_sm = p.sharedMemPerMultiprocessor;
    int clock = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, device));
    f.memory_clock_khz = clock;
    f.memory_bus_bits = p.memoryBusWidth;
    f.peak_bandwidth = 2.0 * clock * 1000.0 * (p.memoryBusWidth / 8.0) / 1e9;
    f.l2_bytes = p.l2CacheSize;
    // end 2.1
}

// The smallest multiple of `unit` that is not below `value`.
static int round_up(int value, int unit) {
    return ceil_div(value, unit) * unit;
}

struct Resource {
    int flag;
    int blocks;
};

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots allow?
    const int warps = ceil_div(kernel.threads, sm.warp_size);
    Resource all[4] = {{LIMIT_WARPS, sm.warps / warps}, {LIMIT_REGISTERS, 0}, {LIMIT_SHARED, INT_MAX}, {LIMIT_BLOCKS, sm.blocks}};
    if (kernel.threads > sm.threads_per_block) all[0].blocks = 0;

    // a unit of registers serves the 32 threads of a warp: 8 for each of them
    int registers_of_warp = round_up(kernel.registers, 8) * sm.warp_size; // <-- HERE
    int warps_of_partition = sm.registers / sm.partitions / registers_of_warp;
    all[1].blocks = warps_of_partition * sm.partitions / warps;

    int bytes = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (bytes > 0) all[2].blocks = sm.shared / bytes;
    if (kernel.shared > sm.shared_per_block) all[2].blocks = 0;

    result.blocks = INT_MAX;
    for (const Resource &r : all) result.blocks = std::min(result.blocks, r.blocks);
    for (const Resource &r : all)
        if (r.blocks == result.blocks) result.limits |= r.flag;
    // end 2.2
    return result;
}

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    operations = throughput * latency;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM.
    const auto [bandwidth, clock, latency, bytes_per_thread, warp_size, sm_count] = path;
    need.bytes_per_cycle = bandwidth / clock;
    need.bytes = latency * need.bytes_per_cycle;
    need.threads = need.bytes / bytes_per_thread;
    need.warps = need.threads / warp_size;
    need.warps_per_sm = (int)ceil(need.warps / sm_count);
    // end 2.3
    return need;
}

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel): c[j*nx + i] = a[j*nx + i] + b[j*nx + i] for the element of this thread.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) {
        int at = j * nx + i;
        c[at] = a[at] + b[at];
    }
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, ask CUDA.
    dim3 grid((nx + block_x - 1) / block_x, (ny + block_y - 1) / block_y);
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    block_x = 64;
    block_y = 4;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
