// WRONG: shared memory is the second of the four that limit, and registers the third
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT says: registers and shared memory were exchanged in `limits`

// lab 2, group 7
#include <limits.h>
#include <math.h>
#include <string.h>

#include "common/cuda_check.h"
#include "common/device_facts.h"
#include "common/grid.h"
#include "common/latency_hiding.h"
#include "common/matrix_sum.h"
#include "common/sm_limits.h"

static int attribute(cudaDeviceAttr what, int device) {
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, what, device));
    return value;
}

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    DeviceFacts f;
    memset(&f, 0, sizeof f);
    strcpy(f.name, p.name);
    f.sm_count = p.multiProcessorCount;
    f.constant_memory = p.totalConstMem;
    f.shared_per_block = p.sharedMemPerBlock;
    f.shared_per_sm = p.sharedMemPerMultiprocessor;
    f.registers_per_block = p.regsPerBlock;
    f.warp_size = p.warpSize;
    f.threads_per_block = p.maxThreadsPerBlock;
    f.threads_per_sm = p.maxThreadsPerMultiProcessor;
    f.warps_per_sm = f.threads_per_sm / f.warp_size;
    f.l2_bytes = p.l2CacheSize;
    f.memory_bus_bits = p.memoryBusWidth;
    f.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
    double hz = f.memory_clock_khz * 1e3;
    double bus_bytes = f.memory_bus_bits / 8.0;
    f.peak_bandwidth = 2 * hz * bus_bytes / 1e9;
    *facts = f;
}

static int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    int block_warps = (kernel.threads + sm.warp_size - 1) / sm.warp_size;
    int fit_warps = sm.warps / block_warps;
    if (kernel.threads > sm.threads_per_block) fit_warps = 0;

    int warp_registers = round_up(kernel.registers * sm.warp_size, sm.register_unit);
    int warps_in_part = (sm.registers / sm.partitions) / warp_registers;
    int fit_registers = warps_in_part * sm.partitions / block_warps;

    int bytes = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    int fit_shared = INT_MAX;
    if (bytes > 0) fit_shared = sm.shared / bytes;
    if (kernel.shared > sm.shared_per_block) fit_shared = 0;

    // bit b of limits belongs to fits[b]
    int fits[4] = {fit_warps, fit_shared, fit_registers, sm.blocks}; // <-- HERE
    int least = fits[0];
    for (int b = 1; b < 4; b++)
        if (fits[b] < least) least = fits[b];
    result.blocks = least;
    for (int b = 0; b < 4; b++)
        if (fits[b] == least) result.limits |= 1 << b;
    return result;
}

double operations_in_flight(double latency, double throughput) { return latency * throughput; }

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    double seconds = path.latency / (path.clock * 1e9);
    need.bytes = path.bandwidth * 1e9 * seconds;
    need.bytes_per_cycle = need.bytes / path.latency;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = (int)ceil(need.warps / path.sm_count);
    return need;
}

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    const int col = threadIdx.x + blockIdx.x * blockDim.x;
    const int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col < nx && row < ny) {
        const int e = row * nx + col;
        c[e] = a[e] + b[e];
    }
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    dim3 block(block_x, block_y);
    dim3 grid((nx + block_x - 1) / block_x, (ny + block_y - 1) / block_y);
    sum_kernel<<<grid, block>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 64, 4);
}
