// WRONG: rows are as long as the grid has threads in x, not nx
// EXPECT test: 2.4/nx=33,ny=8,bx=32,by=8
// EXPECT cause: gridDim.x * blockDim.x
// EXPECT todo: 2.4

#include <algorithm>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "common/cuda_check.h"     // CUDA_CHECK(call)
#include "common/device_facts.h"   // query_device, DeviceFacts, print_device_facts
#include "common/grid.h"           // ceil_div(count, size): count / size, rounded up
#include "common/latency_hiding.h" // operations_in_flight, memory_in_flight, MemoryPath, InFlight
#include "common/matrix_sum.h"     // launch_matrix_sum, launch_matrix_sum_tuned
#include "common/sm_limits.h"      // sm_occupancy, SmLimits, KernelNeeds, LIMIT_...

// ---- What is this GPU? ------------------------------------------------------------------------------------

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    // TODO 2.1
    strcpy(facts->name, p.name);
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = p.totalConstMem;
    facts->shared_per_block = p.sharedMemPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = p.maxThreadsPerMultiProcessor / p.warpSize;
    facts->shared_per_sm = p.sharedMemPerMultiprocessor;
    cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device);
    cudaDeviceGetAttribute(&facts->memory_bus_bits, cudaDevAttrGlobalMemoryBusWidth, device);
    facts->peak_bandwidth = 2.0 * (facts->memory_clock_khz * 1e3) * (facts->memory_bus_bits / 8) / 1e9;
    facts->l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2
    int warps = ceil_div(kernel.threads, sm.warp_size);
    int by_warps = sm.warps / warps;
    if (kernel.threads > sm.threads_per_block) by_warps = 0;

    int registers_a_warp = ceil_div(kernel.registers * sm.warp_size, sm.register_unit) * sm.register_unit;
    int warps_a_partition = sm.registers / sm.partitions / registers_a_warp;
    int by_registers = warps_a_partition * sm.partitions / warps;

    int by_shared = INT_MAX;
    int shared = ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit) * sm.shared_unit;
    if (shared > 0) by_shared = sm.shared / shared;
    if (kernel.shared > sm.shared_per_block) by_shared = 0;

    result.blocks = std::min(std::min(by_warps, by_registers), std::min(by_shared, sm.blocks));
    if (by_warps == result.blocks) result.limits |= LIMIT_WARPS;
    if (by_registers == result.blocks) result.limits |= LIMIT_REGISTERS;
    if (by_shared == result.blocks) result.limits |= LIMIT_SHARED;
    if (sm.blocks == result.blocks) result.limits |= LIMIT_BLOCKS;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations)
    operations = latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory)
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = need.bytes_per_cycle * path.latency;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = (int)ceil(need.warps / path.sm_count);
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel)
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) {
        int p = j * gridDim.x * blockDim.x + i; // <-- HERE
        c[p] = a[p] + b[p]; // <-- HERE
    }
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch)
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5
    block_x = 256;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
