// WRONG: bits of a resource that turns out not to be the least stay set
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT cause: all bits that belong there are set, and others too
// EXPECT todo: 2.2

#include <limits.h>
#include <math.h>
#include <string.h>

#include "common/cuda_check.h"
#include "common/device_facts.h"
#include "common/grid.h"
#include "common/latency_hiding.h"
#include "common/matrix_sum.h"
#include "common/sm_limits.h"

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    int clock;
    if (!CUDA_CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, device))) return;

    strncpy(facts->name, p.name, sizeof facts->name);
    facts->name[sizeof facts->name - 1] = '\0';
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = (long long)p.totalConstMem;
    facts->shared_per_block = (long long)p.sharedMemPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    facts->shared_per_sm = (long long)p.sharedMemPerMultiprocessor;
    facts->memory_clock_khz = clock;
    facts->memory_bus_bits = p.memoryBusWidth;
    double hertz = clock * 1000.0, bytes = p.memoryBusWidth / 8.0;
    facts->peak_bandwidth = 2.0 * hertz * bytes / 1e9;
    facts->l2_bytes = p.l2CacheSize;
}

static int round_up(int value, int unit) {
    return ceil_div(value, unit) * unit;
}

// One more resource has its say.
static void consider(SmOccupancy *o, int allowed, int bit) {
    if (allowed <= o->blocks) {
        o->blocks = allowed;
        o->limits |= bit; // <-- HERE
    }
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy o;
    const int warps = ceil_div(kernel.threads, sm.warp_size);

    // block slots
    o.blocks = sm.blocks;
    o.limits = LIMIT_BLOCKS;

    // warps
    consider(&o, kernel.threads > sm.threads_per_block ? 0 : sm.warps / warps, LIMIT_WARPS);

    // registers
    const int per_warp = round_up(sm.warp_size * kernel.registers, sm.register_unit);
    const int per_partition = sm.registers / sm.partitions;
    consider(&o, per_partition / per_warp * sm.partitions / warps, LIMIT_REGISTERS);

    // shared memory
    const int shared = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    if (kernel.shared > sm.shared_per_block)
        consider(&o, 0, LIMIT_SHARED);
    else if (shared > 0)
        consider(&o, sm.shared / shared, LIMIT_SHARED);
    return o;
}

double operations_in_flight(double latency, double throughput) {
    return latency * throughput;
}

InFlight memory_in_flight(MemoryPath path) {
    InFlight need;
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = path.latency * need.bytes_per_cycle;
    need.threads = need.bytes / path.bytes_per_thread;
    need.warps = need.threads / path.warp_size;
    need.warps_per_sm = ceil(need.warps / path.sm_count);
    return need;
}

__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    const int column = blockDim.x * blockIdx.x + threadIdx.x;
    const int row = blockDim.y * blockIdx.y + threadIdx.y;
    if (column >= nx || row >= ny) return;
    const int at = row * nx + column;
    c[at] = a[at] + b[at];
}

int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    sum_kernel<<<dim3(ceil_div(nx, block_x), ceil_div(ny, block_y)), dim3(block_x, block_y)>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 128, 2);
}
