// WRONG: latency and throughput are cut to whole numbers
// EXPECT test: 2.3/n=20
// EXPECT says: latency and throughput are cut to whole numbers

// Lab 2: device query, occupancy and the configuration of a launch. The handout is README.md beside this
// file.
//
//   make lab2 && ./grade lab2     builds this file and grades it
//   ./grade hint lab2 2.1         the next hint for TODO 2.1

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
    // TODO 2.1:
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
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_bus_bits, cudaDevAttrGlobalMemoryBusWidth, device));
    // Two transfers a clock, each as wide as the bus. kHz * bytes is 1000 bytes a second, and GB/s are 10^9.
    facts->peak_bandwidth = 2.0 * facts->memory_clock_khz * (facts->memory_bus_bits / 8) / 1e6;
    facts->l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2:
    int warps = ceil_div(kernel.threads, sm.warp_size); // a block holds whole warps
    int by_warps = kernel.threads > sm.threads_per_block ? 0 : sm.warps / warps;

    // Whole warps live in one partition each, with registers of that partition.
    int a_warp = ceil_div(kernel.registers * sm.warp_size, sm.register_unit) * sm.register_unit;
    int by_registers = sm.registers / sm.partitions / a_warp * sm.partitions / warps;

    int a_block = ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit) * sm.shared_unit;
    int by_shared = a_block == 0 ? INT_MAX : sm.shared / a_block;
    if (kernel.shared > sm.shared_per_block) by_shared = 0;

    result.blocks = std::min({by_warps, by_registers, by_shared, sm.blocks});
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
    // TODO 2.3 (operations):
    long long cycles = (long long)latency, a_cycle = (long long)throughput; // whole numbers, as in the handout
    operations = (double)(cycles * a_cycle);
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory):
    int cycles = (int)path.latency;
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = need.bytes_per_cycle * cycles;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = (int)ceil(need.warps / path.sm_count);
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel):
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch):
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5:
    block_x = 256;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
