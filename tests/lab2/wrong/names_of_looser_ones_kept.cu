// WRONG: a class adds the names of all that were offered, of the looser ones too
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
    facts->memory_bus_bits = p.memoryBusWidth;
    facts->l2_bytes = p.l2CacheSize;
    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
    facts->memory_clock_khz = khz;
    facts->peak_bandwidth = 2.0 * khz * 1e3 * facts->memory_bus_bits / 8 / 1e9;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

// The smallest number that was offered so far, and who offered it.
class Tightest {
  public:
    void offer(int number, int who) {
        if (number > blocks) return;
        names |= who; // <-- HERE
        blocks = number;
    }
    SmOccupancy answer() const { return {blocks, names}; }

  private:
    int blocks = INT_MAX, names = 0;
};

static int up(int value, int unit) {
    const int over = value % unit;
    return over ? value + unit - over : value;
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
    Tightest t;
    const int warps = up(kernel.threads, sm.warp_size) / sm.warp_size;
    t.offer(sm.blocks, LIMIT_BLOCKS);
    t.offer(kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0, LIMIT_WARPS);

    const int of_warp = up(sm.warp_size * kernel.registers, sm.register_unit);
    const int warps_of_part = (sm.registers / sm.partitions) / of_warp;
    t.offer(warps_of_part * sm.partitions / warps, LIMIT_REGISTERS);

    const int of_block = up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (kernel.shared > sm.shared_per_block)
        t.offer(0, LIMIT_SHARED);
    else if (of_block)
        t.offer(sm.shared / of_block, LIMIT_SHARED);
    result = t.answer();
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    //   Expected: 20 cycles and 32 operations a cycle need 640 operations under way.
    return latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    //   Expected: 144 GB/s at 1.566 GHz, 800 cycles, 4 bytes a thread, 16 SMs: 73563 bytes, 36 warps an SM.
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = operations_in_flight(path.latency, need.bytes_per_cycle); // the same law
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    const double each = need.warps / path.sm_count;
    need.warps_per_sm = (int)each;
    if (need.warps_per_sm < each) ++need.warps_per_sm;
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
    a += j * nx + i, b += j * nx + i, c += j * nx + i;
    *c = *a + *b;
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    //   Expected: 256 x 8 threads are too many for a block; `error` is then cudaErrorInvalidConfiguration.
    sum_kernel<<<dim3(ceil_div(nx, block_x), ceil_div(ny, block_y)), block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    //   Expected: both targets of 2.5 at 100 % of the best shape in the table (./grade demo sweep).
    block_x = 256;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
