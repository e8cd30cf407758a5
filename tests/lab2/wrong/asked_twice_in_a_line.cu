// WRONG: the error of the launch is asked for twice; the first cudaGetLastError resets it, so the function returns success for a launch that was refused.
// EXPECT test: 2.4/nx=64,ny=64,bx=256,by=8
// EXPECT cause: The first call in this line takes it
// EXPECT todo: 2.4
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
    auto ask = [device](cudaDeviceAttr what) {
        int value = 0;
        CUDA_CHECK(cudaDeviceGetAttribute(&value, what, device));
        return value;
    };
    size_t letters = strlen(p.name);
    memcpy(facts->name, p.name, letters + 1);
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = p.totalConstMem;
    facts->shared_per_block = p.sharedMemPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = p.maxThreadsPerMultiProcessor / p.warpSize;
    facts->shared_per_sm = p.sharedMemPerMultiprocessor;
    facts->memory_clock_khz = ask(cudaDevAttrMemoryClockRate);
    facts->memory_bus_bits = ask(cudaDevAttrGlobalMemoryBusWidth);
    double hertz = 1000.0 * facts->memory_clock_khz;
    double bytes = facts->memory_bus_bits / 8.0;
    facts->peak_bandwidth = 2 * hertz * bytes / 1e9;
    facts->l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots of the SM
    enum { KINDS = 4 };
    int allowed[KINDS]; // kind q has the flag 1 << q
    int warps = ceil_div(kernel.threads, sm.warp_size);

    allowed[0] = kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0;

    int a_warp = sm.register_unit * ceil_div(sm.warp_size * kernel.registers, sm.register_unit);
    int of_a_part = sm.registers / sm.partitions;
    allowed[1] = of_a_part / a_warp * sm.partitions / warps;

    int a_block = sm.shared_unit * ceil_div(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (kernel.shared > sm.shared_per_block)
        allowed[2] = 0;
    else if (a_block == 0)
        allowed[2] = INT_MAX;
    else
        allowed[2] = sm.shared / a_block;

    allowed[3] = sm.blocks;

    result.blocks = *std::min_element(allowed, allowed + KINDS);
    for (int q = 0; q < KINDS; ++q)
        if (allowed[q] == result.blocks) result.limits += 1 << q;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations): Little's law.
    operations = throughput;
    operations *= latency;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory): bytes a cycle, then bytes, threads, warps in flight, then warps for each SM, rounded
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = path.latency * need.bytes_per_cycle;
    const double bytes_of_a_warp = (double)path.bytes_per_thread * path.warp_size;
    need.warps = need.bytes / bytes_of_a_warp;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps_per_sm = ceil(need.warps / path.sm_count);
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel): c[j*nx + i] = a[j*nx + i] + b[j*nx + i] for the element of this thread, if it has
    int2 here;
    here.x = blockIdx.x * blockDim.x + threadIdx.x;
    here.y = blockIdx.y * blockDim.y + threadIdx.y;
    const bool outside = here.x >= nx || here.y >= ny;
    if (outside) return;
    const int e = here.x + nx * here.y;
    c[e] = a[e] + b[e];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch): cover nx columns and ny rows with such blocks, start sum_kernel, and ask CUDA
    dim3 grid(ceil_div(nx, block_x), ceil_div(ny, block_y), 1);
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    if (!CUDA_CHECK(cudaGetLastError())) error = cudaGetLastError(); // <-- HERE
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5: the block shape that loads whole lines of memory and lets an SM be full.
    block_x = 32 * 8;
    block_y = 1;
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
