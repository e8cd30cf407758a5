// WRONG: a helper hands a fraction to a function of whole numbers
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
    memcpy(facts->name, p.name, sizeof facts->name);
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = (long long)p.totalConstMem;
    facts->shared_per_block = (long long)p.sharedMemPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    facts->shared_per_sm = (long long)p.sharedMemPerMultiprocessor;
    facts->l2_bytes = p.l2CacheSize;
    auto ask = [device](cudaDeviceAttr what) {
        int value = 0;
        CUDA_CHECK(cudaDeviceGetAttribute(&value, what, device));
        return value;
    };
    facts->memory_clock_khz = ask(cudaDevAttrMemoryClockRate);
    facts->memory_bus_bits = ask(cudaDevAttrGlobalMemoryBusWidth);
    facts->peak_bandwidth = 2.0 * facts->memory_clock_khz * facts->memory_bus_bits / 8 / 1e6;
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
    const bool too_many = kernel.threads > sm.threads_per_block, too_much = kernel.shared > sm.shared_per_block;
    auto up = [](int x, int unit) { return (x + unit - 1) / unit * unit; };

    const int a_warp = up(kernel.registers * sm.warp_size, sm.register_unit);
    const int a_block = up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    const int part = sm.registers / sm.partitions;

    const int by_warps = too_many ? 0 : sm.warps / warps;
    const int by_registers = part / a_warp * sm.partitions / warps;
    const int by_shared = too_much ? 0 : a_block == 0 ? INT_MAX : sm.shared / a_block;

    const int least = std::min(std::min(by_warps, by_registers), std::min(by_shared, sm.blocks));
    result.blocks = least;
    result.limits = (by_warps == least) * LIMIT_WARPS + (by_registers == least) * LIMIT_REGISTERS +
                    (by_shared == least) * LIMIT_SHARED + (sm.blocks == least) * LIMIT_BLOCKS;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    //   Expected: 20 cycles and 32 operations a cycle need 640 operations under way.
    operations = latency * throughput; // Little
    // end 2.3
    return operations;
}

// The warps are dealt out to the SMs; the SM that gets most has so many.
static int share_of_each(double warps, int sms) {
    return ceil_div(warps, sms); // <-- HERE
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    //   Expected: 144 GB/s at 1.566 GHz, 800 cycles, 4 bytes a thread, 16 SMs: 73563 bytes, 36 warps an SM.
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = operations_in_flight(path.latency, need.bytes_per_cycle);
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = share_of_each(need.warps, path.sm_count);
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
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    const int j = blockDim.y * blockIdx.y + threadIdx.y;
    if (!(i < nx && j < ny)) return;
    const int start = j * nx; // of the row
    const float *row_a = a + start, *row_b = b + start;
    (c + start)[i] = row_a[i] + row_b[i];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    sum_kernel<<<dim3(ceil_div(nx, block_x), ceil_div(ny, block_y)), block>>>(a, b, c, nx, ny);
    if ((error = cudaGetLastError()) != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorName(error));
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    //   Expected: both targets of 2.5 at 100 % of the best shape in the table (./grade demo sweep).
    enum { WARP = 32, WARPS = 8 };
    block_x = WARP * WARPS;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
