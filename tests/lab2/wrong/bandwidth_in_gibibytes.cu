// WRONG: the bandwidth is in GiB/s
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT says: of 1024 * 1024 * 1024 bytes

// Lab 2: device query, occupancy and the configuration of a launch. The handout is README.md beside this
// file.

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
    // TODO 2.1: fill in all 14 fields of *facts (common/device_facts.h). Most stand in p. The memory clock
    // does not, since CUDA 13: cudaDeviceGetAttribute(&VALUE, cudaDevAttrMemoryClockRate, device) has it.
    strcpy(facts->name, p.name);
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = (long long)p.totalConstMem;
    facts->shared_per_block = (long long)p.sharedMemPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    facts->shared_per_sm = (long long)p.sharedMemPerMultiprocessor;
    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
    facts->memory_clock_khz = khz;
    facts->memory_bus_bits = p.memoryBusWidth;
    const double bytes_per_second = 2.0 * (khz * 1000.0) * (p.memoryBusWidth / 8.0);
    facts->peak_bandwidth = bytes_per_second / (1024.0 * 1024.0 * 1024.0); // <-- HERE
    facts->l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

static int round_up(int value, int unit) {
    return ceil_div(value, unit) * unit;
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots of the SM
    // allow, each alone? The smallest number is result.blocks; every resource that allows no more than that
    // is in result.limits (LIMIT_WARPS | ...).
    const int warps = ceil_div(kernel.threads, sm.warp_size);
    int by_warps = sm.warps / warps;
    if (kernel.threads > sm.threads_per_block) by_warps = 0;
    const int regs = round_up(kernel.registers * sm.warp_size, sm.register_unit); // of a warp
    const int per_partition = sm.registers / sm.partitions / regs;
    const int by_registers = per_partition * sm.partitions / warps;
    const int bytes = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    int by_shared = INT_MAX;
    if (kernel.shared > sm.shared_per_block)
        by_shared = 0;
    else if (bytes > 0)
        by_shared = sm.shared / bytes;

    const int allowed[4] = {by_warps, by_registers, by_shared, sm.blocks};
    const int bit[4] = {LIMIT_WARPS, LIMIT_REGISTERS, LIMIT_SHARED, LIMIT_BLOCKS};
    result.blocks = *std::min_element(allowed, allowed + 4);
    for (int r = 0; r < 4; ++r)
        if (allowed[r] == result.blocks) result.limits |= bit[r];
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    operations = latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = path.latency * need.bytes_per_cycle;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = (int)ceil(need.warps / path.sm_count);
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel): c[j*nx + i] = a[j*nx + i] + b[j*nx + i] for the element of this thread, if it has
    // one.
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int j = threadIdx.y + blockIdx.y * blockDim.y;
    if (i < nx && j < ny) {
        const int at = j * nx + i;
        c[at] = a[at] + b[at];
    }
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    block_x = 128;
    block_y = 2;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
