// How many blocks of a kernel one SM holds at a time.
//
// Four things run out: warp slots, registers, shared memory, block slots. The one that runs out first is the
// limit; several can run out together. The rules are those of NVIDIA's cuda_occupancy.h: of CUDA 13.0 for
// compute capability 3.5 and for 7.0 and up, of CUDA 7.0 for 2.x. Its fifth limit, named barriers, cannot be
// the smallest for a kernel that only uses __syncthreads().
#include "grader/gpus/gpu.h"

enum { NO_LIMIT = UINT32_MAX };

static uint64_t round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

static uint32_t blocks_by_warps(const DeviceDescription *d, uint32_t threads, uint32_t warps) {
    return threads > d->threads_per_block_max ? 0 : d->threads_per_sm / d->warp_size / warps;
}

// Compute capability 2.x hands these counts of registers out in units twice as large.
static uint32_t register_unit(const GpuDescription *gpu, uint32_t registers) {
    static const uint8_t doubled[] = {21, 22, 29, 30, 37, 38, 45, 46};
    for (size_t i = 0; gpu->device.major == 2 && i < sizeof doubled; i++)
        if (registers == doubled[i]) return 2 * gpu->register_unit;
    return gpu->register_unit;
}

static uint64_t warp_registers(const GpuDescription *gpu, uint32_t registers) {
    return round_up((uint64_t)registers * gpu->device.warp_size, register_unit(gpu, registers));
}

uint64_t gpu_block_registers(const GpuDescription *gpu, uint32_t threads, uint32_t registers) {
    const uint64_t warps = round_up(threads, gpu->device.warp_size) / gpu->device.warp_size;
    return warp_registers(gpu, registers) * round_up(warps, gpu->schedulers);
}

uint32_t gpu_largest_block(const GpuDescription *gpu, uint32_t registers) {
    const DeviceDescription *d = &gpu->device;
    uint32_t threads = d->threads_per_block_max;
    while (registers && threads > d->warp_size &&
           gpu_block_registers(gpu, threads, registers) > d->registers_per_block)
        threads -= d->warp_size;
    return threads;
}

// Registers are given to whole warps, and each scheduler of the SM has its own part of them.
static uint32_t blocks_by_registers(const GpuDescription *gpu, uint32_t threads, uint32_t registers,
                                    uint32_t warps) {
    const DeviceDescription *d = &gpu->device;
    if (registers == 0) return NO_LIMIT;
    if (registers > gpu->registers_per_thread_max) return 0;
    if (gpu_block_registers(gpu, threads, registers) > d->registers_per_block) return 0;
    uint64_t warps_per_scheduler = d->registers_per_sm / gpu->schedulers / warp_registers(gpu, registers);
    return (uint32_t)(warps_per_scheduler * gpu->schedulers / warps);
}

static uint32_t blocks_by_shared(const GpuDescription *gpu, uint64_t shared) {
    const DeviceDescription *d = &gpu->device;
    if (shared > d->shared_per_block_optin) return 0;
    uint64_t a_block = round_up(shared + d->shared_reserved_per_block, gpu->shared_unit);
    return a_block == 0 ? NO_LIMIT : (uint32_t)(d->shared_per_sm / a_block);
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// Shared memory beyond shared_per_block must be asked for (cudaFuncSetAttribute): that is the launch's to
// check, not ours.
Occupancy gpu_occupancy(const GpuDescription *gpu, uint32_t threads, uint32_t registers, uint64_t shared) {
    const DeviceDescription *d = &gpu->device;
    if (threads == 0) return (Occupancy){0};
    uint32_t warps = (uint32_t)(round_up(threads, d->warp_size) / d->warp_size);
    uint32_t by_warps = blocks_by_warps(d, threads, warps);
    uint32_t by_registers = blocks_by_registers(gpu, threads, registers, warps);
    uint32_t by_shared = blocks_by_shared(gpu, shared);
    uint32_t by_blocks = d->blocks_per_sm;
    uint32_t blocks = smaller(smaller(by_warps, by_registers), smaller(by_shared, by_blocks));
    return (Occupancy){
        .blocks_per_sm = blocks,
        .warps_per_sm = blocks * warps,
        .limited_by_warps = blocks == by_warps,
        .limited_by_registers = blocks == by_registers,
        .limited_by_shared = blocks == by_shared,
        .limited_by_blocks = blocks == by_blocks,
    };
}
