// WRONG: a block of too many threads is answered before registers and shared memory are looked at
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT cause: All wrong answers come from this

// Lab 2, solved: device query, occupancy, latency hiding and the configuration of a launch.
//
//   make lab2 SOLUTION=1 && ./grade lab2 --solution

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

// ---- What is this GPU? ------------------------------------------------------------------------------------

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    // 2.1: properties where CUDA 12 and 13 both have the field, attributes for the memory clock and the bus
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
    // 2.2: each resource alone allows so many blocks; the smallest number counts
    int warps = ceil_div(kernel.threads, sm.warp_size); // a block holds whole warps
    if (kernel.threads > sm.threads_per_block) return {0, LIMIT_WARPS}; // <-- HERE
    int by_warps = sm.warps / warps;

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
    // 2.3 (operations): Little's law
    operations = latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // 2.3 (memory): the same law, with bytes; then who asks for them
    need.bytes_per_cycle = path.bandwidth / path.clock; // GB/s over GHz: the 10^9 cancel
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
    // 2.4 (kernel): the element of this thread, guarded in both directions
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // 2.4 (launch): whole blocks over both directions; CUDA says at once whether it accepts them
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y));
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // 2.5: 256 x 1. A warp lies in one row, so that each load of a warp is 128 bytes in one piece. 256
    // threads divide the 1536, 1024 and 2048 threads that an SM holds on any GPU here, so the SM can be
    // filled to the last warp; and six to eight blocks an SM let one block's end overlap with another one's
    // work.
    block_x = 256;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
