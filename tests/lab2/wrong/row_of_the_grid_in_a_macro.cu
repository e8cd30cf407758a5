// WRONG: a macro takes the grid's threads for the length of a row
// EXPECT test: 2.4/nx=33,ny=8,bx=32,by=8
// EXPECT cause: is not what belongs there

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
    strncpy(facts->name, p.name, sizeof facts->name - 1);
    facts->name[sizeof facts->name - 1] = 0;
    #define SAME(to, from) facts->to = p.from
    SAME(sm_count, multiProcessorCount);
    SAME(constant_memory, totalConstMem);
    SAME(shared_per_block, sharedMemPerBlock);
    SAME(registers_per_block, regsPerBlock);
    SAME(warp_size, warpSize);
    SAME(threads_per_block, maxThreadsPerBlock);
    SAME(threads_per_sm, maxThreadsPerMultiProcessor);
    SAME(shared_per_sm, sharedMemPerMultiprocessor);
    SAME(memory_bus_bits, memoryBusWidth);
    SAME(l2_bytes, l2CacheSize);
    #undef SAME
    facts->warps_per_sm = p.maxThreadsPerMultiProcessor / p.warpSize;
    cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device);
    const double kilobytes = 2.0 * facts->memory_clock_khz * (facts->memory_bus_bits / 8); // a second
    facts->peak_bandwidth = kilobytes / 1e6;
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
    const int warps = 1 + (kernel.threads - 1) / sm.warp_size;
    int by[4];
    by[0] = kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0;

    const int registers = ceil_div(kernel.registers * sm.warp_size, sm.register_unit) * sm.register_unit;
    const int warps_of_part = sm.registers / sm.partitions / registers;
    by[1] = warps_of_part * sm.partitions / warps;

    const int bytes = ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit) * sm.shared_unit;
    if (kernel.shared > sm.shared_per_block)
        by[2] = 0;
    else if (bytes == 0)
        by[2] = INT_MAX;
    else
        by[2] = sm.shared / bytes;

    by[3] = sm.blocks;

    int least = by[0];
    for (int r = 1; r < 4; ++r) least = by[r] < least ? by[r] : least;
    for (int r = 0, bit = LIMIT_WARPS; r < 4; ++r, bit *= 2) result.limits += by[r] == least ? bit : 0;
    result.blocks = least;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    //   Expected: 20 cycles and 32 operations a cycle need 640 operations under way.
    operations = latency;
    operations *= throughput;
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
    const double per_sm = need.warps / path.sm_count;
    need.warps_per_sm = (int)per_sm;
    if (need.warps_per_sm < per_sm) ++need.warps_per_sm;
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// Where the element of column i and row j lies: j whole rows come before it.
#define AT(i, j) ((j) * (gridDim.x * blockDim.x) + (i)) // <-- HERE

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel): c[j*nx + i] = a[j*nx + i] + b[j*nx + i] for the element of this thread, if it has
    // one.
    //     int i = ...                   // range [0, nx), and past it in the last blocks
    //     int j = ...                   // range [0, ny), likewise
    //   Expected: every element is written once; nothing is touched outside, whatever nx, ny and the block
    //   are.
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    c[AT(i, j)] = a[AT(i, j)] + b[AT(i, j)];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    const int columns = nx / block_x + (nx % block_x ? 1 : 0), rows = ny / block_y + (ny % block_y ? 1 : 0);
    sum_kernel<<<dim3(columns, rows), block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    //   Expected: both targets of 2.5 at 100 % of the best shape in the table (./grade demo sweep).
    block_x = 256;
    block_y = 2;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
