// WRONG: the four numbers are sorted to find the smallest, and then their places no longer tell which resource they belong to: the bits in limits name the wrong resources.
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT cause: Once `allows` is sorted
// EXPECT todo: 2.2
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
    *facts = DeviceFacts();
    memcpy(facts->name, p.name, sizeof facts->name);
    facts->name[255] = 0;
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
    facts->memory_bus_bits = p.memoryBusWidth;
    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
    facts->memory_clock_khz = khz;
    facts->peak_bandwidth = 2.0 * khz * (p.memoryBusWidth / 8) / 1e6;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

// So many bytes or registers are taken when `amount` are asked for.
static int units(int amount, int unit) {
    return (amount + unit - 1) / unit * unit;
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
    enum { WARPS, REGISTERS, SHARED, SLOTS, RESOURCES };
    int allows[RESOURCES];

    const int warps = ceil_div(kernel.threads, sm.warp_size);
    allows[WARPS] = kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0;

    const int of_a_warp = units(kernel.registers * sm.warp_size, sm.register_unit);
    const int of_a_part = sm.registers / sm.partitions;
    allows[REGISTERS] = sm.partitions * (of_a_part / of_a_warp) / warps;

    const int of_a_block = units(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (kernel.shared > sm.shared_per_block)
        allows[SHARED] = 0;
    else if (of_a_block == 0)
        allows[SHARED] = INT_MAX;
    else
        allows[SHARED] = sm.shared / of_a_block;

    allows[SLOTS] = sm.blocks;

    std::sort(allows, allows + RESOURCES); // <-- HERE
    result.blocks = allows[0];
    for (int r = 0; r < RESOURCES; ++r)
        if (allows[r] == result.blocks) result.limits |= 1 << r;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    //   Expected: 20 cycles and 32 operations a cycle need 640 operations under way.
    operations += latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    //   Expected: 144 GB/s at 1.566 GHz, 800 cycles, 4 bytes a thread, 16 SMs: 73563 bytes, 36 warps an SM.
    const double per_cycle = path.bandwidth / path.clock;
    const double bytes = operations_in_flight(path.latency, per_cycle);
    const double threads = bytes / path.bytes_per_thread;
    const double warps = threads / path.warp_size;
    need.bytes_per_cycle = per_cycle;
    need.bytes = bytes;
    need.threads = threads;
    need.warps = warps;
    need.warps_per_sm = int(ceil(warps / path.sm_count));
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
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    const int across = (nx + block_x - 1) / block_x;
    const int down = (ny + block_y - 1) / block_y;
    sum_kernel<<<dim3(across, down), block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    //   Expected: both targets of 2.5 at 100 % of the best shape in the table (./grade demo sweep).
    const int warp = 32;
    block_x = 8 * warp;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
