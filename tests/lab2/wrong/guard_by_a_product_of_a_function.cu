// WRONG: the flat index is compared with the number of all elements, which a function returns
// EXPECT test: 2.4/nx=33,ny=8,bx=32,by=8
// EXPECT cause: compares with the number of all elements

// Lab 2: device query, occupancy and the configuration of a launch. The handout is README.md beside this file.

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
    int clock = 0, bus = 0;
    if (!CUDA_CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, device))) return;
    if (!CUDA_CHECK(cudaDeviceGetAttribute(&bus, cudaDevAttrGlobalMemoryBusWidth, device))) return;
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
    facts->memory_clock_khz = clock;
    facts->memory_bus_bits = bus;
    const long long kilobytes_a_second = 2LL * clock * (bus / 8); // of 1000 bytes
    facts->peak_bandwidth = kilobytes_a_second / 1e6;
    facts->l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots of the SM
    // allow, each alone? The smallest number is result.blocks; every resource that allows no more than that
    // is in result.limits (LIMIT_WARPS | ...).
    int warps = kernel.threads / sm.warp_size;
    if (kernel.threads % sm.warp_size) ++warps;

    int by_warps = 0;
    if (kernel.threads <= sm.threads_per_block) by_warps = sm.warps / warps;

    int reg = kernel.registers * sm.warp_size;
    if (reg % sm.register_unit) reg += sm.register_unit - reg % sm.register_unit;
    int by_registers = ((sm.registers / sm.partitions) / reg) * sm.partitions / warps;

    int mem = kernel.shared + sm.shared_reserved;
    if (mem % sm.shared_unit) mem += sm.shared_unit - mem % sm.shared_unit;
    int by_shared = 0;
    if (kernel.shared <= sm.shared_per_block) by_shared = mem ? sm.shared / mem : INT_MAX;

    result.blocks = std::min(std::min(by_warps, by_registers), std::min(by_shared, sm.blocks));
    auto mark = [&result](int blocks, int bit) {
        if (blocks <= result.blocks) result.limits += bit;
    };
    mark(by_warps, LIMIT_WARPS);
    mark(by_registers, LIMIT_REGISTERS);
    mark(by_shared, LIMIT_SHARED);
    mark(sm.blocks, LIMIT_BLOCKS);
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    operations = latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    // up.
    const double rate = path.bandwidth / path.clock, bytes = rate * path.latency;
    const double threads = bytes / path.bytes_per_thread, warps = threads / path.warp_size;
    need = {rate, bytes, threads, warps, (int)ceil(warps / path.sm_count)};
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// A matrix of rows that lie one behind the other.
struct Shape {
    int columns, rows;
    __device__ long long cells() const { return (long long)columns * rows; }
    __device__ long long cell(int column, int row) const { return (long long)row * columns + column; }
    __device__ bool has(int column, int row) const { return cell(column, row) < cells(); } // <-- HERE
};

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel): c[j*nx + i] = a[j*nx + i] + b[j*nx + i] for the element of this thread, if it has
    // one.
    const Shape shape = {nx, ny};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (!shape.has(i, j)) return;
    const long long at = shape.cell(i, j);
    c[at] = a[at] + b[at];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    // whether it accepted the launch.
    auto cover = [](int elements, int size) { return unsigned((elements - 1) / size + 1); };
    const dim3 grid{cover(nx, block_x), cover(ny, block_y), 1};
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    error = cudaGetLastError();
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    block_x = 32;  // a warp is a row of a block: one line of memory
    block_y = 8;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
