// WRONG: ceil_div() takes ints, so the fraction is lost before anything is rounded up
// EXPECT test: 2.3/n=100
// EXPECT cause: the fraction is cut off on the way

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
    // TODO 2.1: fill in all 14 fields of *facts (common/device_facts.h). Most stand in p. The memory clock
    // does not, since CUDA 13: cudaDeviceGetAttribute(&VALUE, cudaDevAttrMemoryClockRate, device) has it.
    //     strcpy(facts->name, p.name);
    //     facts->sm_count = ...
    //   Expected: the facts of whichever GPU this is. The first nine pass 2.1/facts=9, all of them the other
    //   tests.
#define COPY(to, member) facts->to = p.member
    snprintf(facts->name, sizeof facts->name, "%s", p.name);
    COPY(sm_count, multiProcessorCount);
    COPY(constant_memory, totalConstMem);
    COPY(shared_per_block, sharedMemPerBlock);
    COPY(registers_per_block, regsPerBlock);
    COPY(warp_size, warpSize);
    COPY(threads_per_block, maxThreadsPerBlock);
    COPY(threads_per_sm, maxThreadsPerMultiProcessor);
    COPY(shared_per_sm, sharedMemPerMultiprocessor);
    COPY(memory_bus_bits, memoryBusWidth);
    COPY(l2_bytes, l2CacheSize);
#undef COPY
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device));
    const double hertz = facts->memory_clock_khz * 1000.0;
    facts->peak_bandwidth = 2 * hertz * facts->memory_bus_bits / 8 / 1e9;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots of the SM
    // allow, each alone? The smallest number is result.blocks; every resource that allows no more than that
    // is in result.limits (LIMIT_WARPS | ...).
    //     int warps = ...               // of a block, range [1, 33)
    //     int by_warps = ...
    //     int by_registers = ...        // warps round up to register_unit, each partition holds whole warps
    //     int by_shared = ...           // with the reserved bytes, rounded up; no bytes at all: no limit
    //   Expected: cuda_occupancy.h's answer for every kernel on every architecture.
    const int warps = ceil_div(kernel.threads, sm.warp_size);
    int allowed[4]; // by warps, registers, shared memory, slots: in the order of the LIMIT_ bits
    allowed[0] = kernel.threads > sm.threads_per_block ? 0 : sm.warps / warps;
    const int units = ceil_div(kernel.registers * sm.warp_size, sm.register_unit);
    const int units_of_part = sm.registers / sm.partitions / sm.register_unit;
    allowed[1] = units_of_part / units * sm.partitions / warps;
    const int pieces = ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit);
    allowed[2] = kernel.shared > sm.shared_per_block ? 0
                 : pieces == 0                       ? INT_MAX
                                                     : sm.shared / (pieces * sm.shared_unit);
    allowed[3] = sm.blocks;
    result.blocks = *std::min_element(allowed, allowed + 4);
    for (int k = 0; k < 4; ++k)
        if (allowed[k] == result.blocks) result.limits |= 1 << k;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    //   Expected: 20 cycles and 32 operations a cycle need 640 operations under way.
    operations = latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    //   Expected: 144 GB/s at 1.566 GHz, 800 cycles, 4 bytes a thread, 16 SMs: 73563 bytes, 36 warps an SM.
    need.bytes_per_cycle = path.bandwidth / path.clock; // 10^9 / 10^9
    need.bytes = need.bytes_per_cycle * path.latency;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = ceil_div(need.warps, path.sm_count); // rounded up // <-- HERE
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel): c[j*nx + i] = a[j*nx + i] + b[j*nx + i] for the element of this thread, if it has
    // one.
    //     int i = ...                   // range [0, nx), and past it in the last blocks
    //     int j = ...                   // range [0, ny), likewise
    //   Expected: every element is written once; nothing is touched outside, whatever nx, ny and the block
    //   are.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx) return;
    if (j >= ny) return;
    int k = i + nx * j;
    c[k] = a[k] + b[k];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    int columns = nx / block_x, rows = ny / block_y;
    if (columns * block_x < nx) ++columns;
    if (rows * block_y < ny) ++rows;
    sum_kernel<<<dim3(columns, rows), block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    //   Expected: both targets of 2.5 at 100 % of the best shape in the table (./grade demo sweep).
    enum { X = 32, Y = 16 };
    block_x = X;
    block_y = Y;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
