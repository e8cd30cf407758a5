// WRONG: 2 * kHz * bytes is computed with int, in a function of its own
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT cause: it overflows

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

// Memory moves data twice a clock. kHz * bytes are thousands of bytes a second.
static double gigabytes_per_second(int clock_khz, int bus_bits) {
    const int bus_bytes = bus_bits / 8;
    const double kilobytes = 2 * clock_khz * bus_bytes; // <-- HERE
    return kilobytes / 1e6;
}

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    // TODO 2.1: fill in all 14 fields of *facts (common/device_facts.h). Most stand in p. The memory clock
    // does not, since CUDA 13: cudaDeviceGetAttribute(&VALUE, cudaDevAttrMemoryClockRate, device) has it.
    //     strcpy(facts->name, p.name);
    //     facts->sm_count = ...
    //   Expected: the facts of whichever GPU this is. The first nine pass 2.1/facts=9, all of them the other
    //   tests.
    DeviceFacts f = {};
    snprintf(f.name, sizeof f.name, "%s", p.name);
    f.sm_count = p.multiProcessorCount;
    f.warp_size = p.warpSize;
    // memory
    f.constant_memory = p.totalConstMem;
    f.l2_bytes = p.l2CacheSize;
    f.memory_bus_bits = p.memoryBusWidth;
    if (!CUDA_CHECK(cudaDeviceGetAttribute(&f.memory_clock_khz, cudaDevAttrMemoryClockRate, device))) return;
    f.peak_bandwidth = gigabytes_per_second(f.memory_clock_khz, f.memory_bus_bits);
    // of a block
    f.shared_per_block = p.sharedMemPerBlock;
    f.registers_per_block = p.regsPerBlock;
    f.threads_per_block = p.maxThreadsPerBlock;
    // of an SM
    f.shared_per_sm = p.sharedMemPerMultiprocessor;
    f.threads_per_sm = p.maxThreadsPerMultiProcessor;
    f.warps_per_sm = f.threads_per_sm / f.warp_size;
    *facts = f;
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
    auto round_up = [](int x, int unit) { return (x + unit - 1) / unit * unit; };
    int by[4]; // in the order of the bits
    by[0] = kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0;
    const int warp_registers = round_up(kernel.registers * sm.warp_size, sm.register_unit);
    by[1] = sm.registers / sm.partitions / warp_registers * sm.partitions / warps;
    const int bytes = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (kernel.shared > sm.shared_per_block)
        by[2] = 0;
    else
        by[2] = bytes ? sm.shared / bytes : INT_MAX;
    by[3] = sm.blocks;
    result.blocks = *std::min_element(by, by + 4);
    for (int r = 0; r < 4; ++r) result.limits |= (by[r] == result.blocks) << r;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    //   Expected: 20 cycles and 32 operations a cycle need 640 operations under way.
    operations = throughput * latency;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    //   Expected: 144 GB/s at 1.566 GHz, 800 cycles, 4 bytes a thread, 16 SMs: 73563 bytes, 36 warps an SM.
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = path.latency * need.bytes_per_cycle;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = ceil(need.warps / path.sm_count);
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
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    const int j = threadIdx.y + blockDim.y * blockIdx.y;
    if (i < nx && j < ny) {
        const int e = j * nx + i;
        c[e] = a[e] + b[e];
    }
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    dim3 grid;
    grid.x = (nx + block.x - 1) / block.x;
    grid.y = (ny + block.y - 1) / block.y;
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    //   Expected: both targets of 2.5 at 100 % of the best shape in the table (./grade demo sweep).
    block_x = 128; // four warps side by side
    block_y = 2;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
