// RIGHT: the block is chosen by the occupancy that CUDA tells, the first of equals

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
    // TODO 2.1:
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
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_bus_bits, cudaDevAttrGlobalMemoryBusWidth, device));
    // Two transfers a clock, each as wide as the bus. kHz * bytes is 1000 bytes a second, and GB/s are 10^9.
    facts->peak_bandwidth = 2.0 * facts->memory_clock_khz * (facts->memory_bus_bits / 8) / 1e6;
    facts->l2_bytes = p.l2CacheSize;
    // end 2.1
}

// ---- How many blocks does an SM hold? ---------------------------------------------------------------------

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2:
    const auto up = [](int count, int unit) { return ceil_div(count, unit) * unit; };
    const int warps = ceil_div(kernel.threads, sm.warp_size);
    const int a_warp = up(kernel.registers * sm.warp_size, sm.register_unit);
    const int a_block = up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    const int by[4] = {
        kernel.threads > sm.threads_per_block ? 0 : sm.warps / warps,
        sm.registers / sm.partitions / a_warp * sm.partitions / warps,
        kernel.shared > sm.shared_per_block ? 0 : a_block ? sm.shared / a_block : INT_MAX,
        sm.blocks,
    };
    result.blocks = *std::min_element(by, by + 4);
    for (int i = 0; i < 4; ++i) result.limits |= (by[i] == result.blocks) << i;
    // end 2.2
    return result;
}

// ---- How much must be under way? --------------------------------------------------------------------------

double operations_in_flight(double latency, double throughput) {
    double operations = 0;
    // TODO 2.3 (operations):
    operations = latency * throughput;
    // end 2.3
    return operations;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3 (memory):
    need.bytes_per_cycle = path.bandwidth / path.clock; // GB/s over GHz: the 10^9 cancel
    need.bytes = need.bytes_per_cycle * path.latency;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = (int)ceil(need.warps / path.sm_count);
    // end 2.3
    return need;
}

// ---- The sum of two matrices ------------------------------------------------------------------------------

// One thread an element: i = column (fastest), j = row.
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    // TODO 2.4 (kernel):
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (long long j = (long long)blockIdx.y * blockDim.y + threadIdx.y; j < ny; j += (long long)gridDim.y * blockDim.y)
        if (i < nx) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
    // end 2.4
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    cudaError_t error = cudaSuccess;
    dim3 block(block_x, block_y);
    // TODO 2.4 (launch):
    // A grid has at most 65535 blocks in y: the kernel goes on from there.
    dim3 grid(ceil_div(nx, block_x), std::min(ceil_div(ny, block_y), 65535));
    void *args[] = {&a, &b, &c, &nx, &ny};
    error = cudaLaunchKernel((const void *)sum_kernel, grid, block, args, 0, 0);
    if (error != cudaSuccess) cudaGetLastError(); // told below: the next call must not find it
    // end 2.4
    return error;
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    int block_x, block_y;
    // TODO 2.5:
    // A row of at least a whole line for each warp, so y is 1; of such blocks the first that fills the SM best.
    int device = 0, most = 1024, best = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, device));
    block_x = std::min(256, most);
    block_y = 1;
    for (int threads = 128; threads <= most; threads *= 2) {
        int blocks = 0;
        if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_kernel, threads, 0) != cudaSuccess) {
            cudaGetLastError();
            continue;
        }
        if (blocks * threads > best) {
            best = blocks * threads;
            block_x = threads;
        }
    }
    // end 2.5
    return launch_matrix_sum(a, b, c, nx, ny, block_x, block_y);
}
