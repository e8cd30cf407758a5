// WRONG: a member function adds a bit, and keeps those of earlier resources
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT cause: This line adds a bit

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
    DeviceFacts &f = *facts;
    strcpy(f.name, p.name);
    f.sm_count = p.multiProcessorCount;
    f.constant_memory = p.totalConstMem;
    f.shared_per_block = p.sharedMemPerBlock;
    f.registers_per_block = p.regsPerBlock;
    f.warp_size = p.warpSize;
    f.threads_per_block = p.maxThreadsPerBlock;
    f.threads_per_sm = p.maxThreadsPerMultiProcessor;
    f.warps_per_sm = p.maxThreadsPerMultiProcessor / p.warpSize;
    f.shared_per_sm = p.sharedMemPerMultiprocessor;
    CUDA_CHECK(cudaDeviceGetAttribute(&f.memory_clock_khz, cudaDevAttrMemoryClockRate, device));
    f.memory_bus_bits = p.memoryBusWidth;
    const double hertz = f.memory_clock_khz * 1e3, bytes = f.memory_bus_bits / 8.0;
    f.peak_bandwidth = 2 * hertz * bytes / 1e9;
    f.l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

// Asks one resource after the other how many blocks it allows, and keeps the smallest number.
struct Scarcest {
    int blocks = INT_MAX;
    int limits = 0;

    void ask(int allowed, int bit) {
        if (allowed > blocks) return;
        limits |= bit; // <-- HERE
        blocks = allowed;
    }
};

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
    const int warps = (kernel.threads + sm.warp_size - 1) / sm.warp_size;
    Scarcest scarcest;
    scarcest.ask(kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0, LIMIT_WARPS);

    const int units = ceil_div(kernel.registers * sm.warp_size, sm.register_unit);
    const int warps_a_part = sm.registers / sm.partitions / (units * sm.register_unit);
    scarcest.ask(warps_a_part * sm.partitions / warps, LIMIT_REGISTERS);

    const int bytes = ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit) * sm.shared_unit;
    if (kernel.shared > sm.shared_per_block)
        scarcest.ask(0, LIMIT_SHARED);
    else if (bytes != 0)
        scarcest.ask(sm.shared / bytes, LIMIT_SHARED);

    scarcest.ask(sm.blocks, LIMIT_BLOCKS);
    result.blocks = scarcest.blocks;
    result.limits = scarcest.limits;
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
    const double a_cycle = path.bandwidth / path.clock, bytes = a_cycle * path.latency;
    const double threads = bytes / path.bytes_per_thread, warps = threads / path.warp_size;
    need = {a_cycle, bytes, threads, warps, (int)ceil(warps / path.sm_count)};
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
    a += j * nx;
    b += j * nx;
    c += j * nx;
    c[i] = a[i] + b[i];
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
    block_x = 128;
    block_y = 2;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
