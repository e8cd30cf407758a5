// WRONG: the size of the name is taken with sizeof of a char pointer, 8, so only the first 7 letters of the GPU name are copied.
// EXPECT test: 2.1/facts=9,gpu=m2070
// EXPECT cause: `name` is declared as a pointer
// EXPECT todo: 2.1
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
    char *name = facts->name;
    snprintf(name, sizeof name, "%s", p.name); // <-- HERE

    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->shared_per_block = p.sharedMemPerBlock;
    facts->constant_memory = p.totalConstMem;

    facts->sm_count = p.multiProcessorCount;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    facts->shared_per_sm = p.sharedMemPerMultiprocessor;
    facts->l2_bytes = p.l2CacheSize;

    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
    facts->memory_clock_khz = khz;
    facts->memory_bus_bits = p.memoryBusWidth;
    const double transfers = 2.0 * khz * 1e3; // a second
    facts->peak_bandwidth = transfers * p.memoryBusWidth / 8 / 1e9;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

static int round_up(int count, int unit) {
    return (count + unit - 1) / unit * unit;
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots of the SM
    const int warps = (kernel.threads + sm.warp_size - 1) / sm.warp_size;
    int by_warps = sm.warps / warps;
    if (kernel.threads > sm.threads_per_block) by_warps = 0;

    const int registers_a_warp = round_up(kernel.registers * sm.warp_size, sm.register_unit);
    const int warps_a_part = sm.registers / sm.partitions / registers_a_warp;
    const int by_registers = warps_a_part * sm.partitions / warps;

    int by_shared = INT_MAX;
    const int bytes = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (bytes > 0) by_shared = sm.shared / bytes;
    if (kernel.shared > sm.shared_per_block) by_shared = 0;

    int least = sm.blocks;
    if (by_warps < least) least = by_warps;
    if (by_registers < least) least = by_registers;
    if (by_shared < least) least = by_shared;
    result.blocks = least;
    result.limits = (by_warps == least ? LIMIT_WARPS : 0) | (by_registers == least ? LIMIT_REGISTERS : 0) |
                    (by_shared == least ? LIMIT_SHARED : 0) | (sm.blocks == least ? LIMIT_BLOCKS : 0);
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    operations = throughput * latency;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    const double a_second = path.bandwidth * 1e9, cycles = path.clock * 1e9;
    need.bytes_per_cycle = a_second / cycles;
    need.bytes = operations_in_flight(path.latency, need.bytes_per_cycle);
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
    const int column = threadIdx.x + blockIdx.x * blockDim.x;
    const int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (column < nx && row < ny) {
        const int at = row * nx + column;
        c[at] = a[at] + b[at];
    }
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    const int columns = (nx + block_x - 1) / block_x, rows = (ny + block_y - 1) / block_y;
    sum_kernel<<<dim3(columns, rows), block>>>(a, b, c, nx, ny);
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
