// WRONG: when a resource allows fewer blocks than those before it, its bit is added to the limits found so far instead of replacing them, so resources that have room are reported too.
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT cause: This line adds a bit
// EXPECT todo: 2.2

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
    strncpy(facts->name, p.name, sizeof facts->name);
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = (long long)p.totalConstMem;
    facts->shared_per_block = (long long)p.sharedMemPerBlock;
    facts->shared_per_sm = (long long)p.sharedMemPerMultiprocessor;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    facts->l2_bytes = p.l2CacheSize;
    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
    facts->memory_clock_khz = khz;
    facts->memory_bus_bits = p.memoryBusWidth;
    const double bytes_a_clock = 2.0 * facts->memory_bus_bits / 8;
    facts->peak_bandwidth = bytes_a_clock * khz * 1000 / 1e9;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

static int round_up(int value, int unit) {
    const int rest = value % unit;
    return rest == 0 ? value : value + unit - rest;
}

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
    const int warps = round_up(kernel.threads, sm.warp_size) / sm.warp_size;
    int room[4] = {0, 0, 0, sm.blocks};
    if (kernel.threads <= sm.threads_per_block) room[0] = sm.warps / warps;
    const int in_a_part = sm.registers / sm.partitions / round_up(sm.warp_size * kernel.registers, sm.register_unit);
    room[1] = in_a_part * sm.partitions / warps;
    if (kernel.shared <= sm.shared_per_block) {
        const int bytes = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
        room[2] = bytes > 0 ? sm.shared / bytes : INT_MAX;
    }
    result.blocks = room[0];
    result.limits = LIMIT_WARPS;
    for (int r = 1; r < 4; ++r) {
        const int bit = 1 << r;
        if (room[r] < result.blocks) {
            result.blocks = room[r];
            result.limits |= bit; // <-- HERE
        } else if (room[r] == result.blocks) {
            result.limits |= bit;
        }
    }
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
    const double each = need.warps / path.sm_count;
    need.warps_per_sm = (int)each;
    if (each > need.warps_per_sm) ++need.warps_per_sm;
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
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < nx && row < ny) {
        const size_t at = (size_t)row * nx + column;
        c[at] = a[at] + b[at];
    }
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    const dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
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
