// A GPU that there is not: the description of another one with numbers of its own in all that programs ask for.
#include <stdio.h>
#include <string.h>

#include "grader/gpus/gpu.h"

enum { KIB = 1 << 10, MIB = 1 << 20 };

// splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// One of first, first + step, ... up to last.
static uint32_t between(uint64_t *state, uint32_t first, uint32_t last, uint32_t step) {
    return first + step * (uint32_t)(next(state) % ((last - first) / step + 1));
}

// No number is what most GPUs have, or what the same GPU has for something else: 1024 threads a block, 64 Ki registers of a block and of
// an SM, 48 KiB of shared memory, 64 KiB of constant memory.
void gpu_invent(GpuDescription *gpu, uint64_t number) {
    DeviceDescription *d = &gpu->device;
    uint64_t state = number;
    snprintf(gpu->id, sizeof gpu->id, GPU_INVENTED "%llx", (unsigned long long)number);
    // Longer than most names; a name may have 255 letters.
    const uint32_t name = between(&state, 100, 999, 1);
    snprintf(d->name, sizeof d->name, "Warpbook %03u%.*s %03u", name, (int)(20 + name % 3 * 15),
             " of a long line of Warpbooks that never were, nor will be", name * 7 % 1000);
    d->sm_count = between(&state, 7, 151, 1);
    d->threads_per_block_max = between(&state, 512, 960, 64);
    d->block_max[0] = d->block_max[1] = d->threads_per_block_max;
    d->threads_per_sm = between(&state, 1088, 2048, 32);
    d->registers_per_block = between(&state, 32 * KIB, 60 * KIB, 4 * KIB);
    d->shared_per_block = between(&state, 26, 58, 4) * (uint64_t)KIB;
    d->shared_per_sm = between(&state, 100, 228, 8) * (uint64_t)KIB;
    d->shared_per_block_optin = d->shared_per_sm - d->shared_reserved_per_block;
    d->total_constant_memory = between(&state, 44, 92, 8) * (uint64_t)KIB;
    d->l2_bytes = between(&state, 3, 61, 1) * (uint64_t)MIB;
    d->clock_khz = between(&state, 900, 2500, 15) * 1000;
    d->memory_clock_khz = between(&state, 2600, 9000, 25) * 1000;
    d->memory_bus_bits = between(&state, 128, 6144, 64);
}

void gpu_make_another(DeviceDescription *d) {
    uint32_t *const numbers[] = {&d->registers_per_block, &d->registers_per_sm, &d->threads_per_block_max,
                                 &d->threads_per_sm,      &d->blocks_per_sm,    &d->sm_count,
                                 &d->clock_khz,           &d->memory_clock_khz, &d->memory_bus_bits};
    uint64_t *const sizes[] = {&d->total_global_memory,
                               &d->total_constant_memory,
                               &d->shared_per_block,
                               &d->shared_per_block_optin,
                               &d->shared_per_sm,
                               &d->shared_reserved_per_block,
                               &d->l2_bytes};
    snprintf(d->name, sizeof d->name, "Another GPU, number 0");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] *= 2;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) *sizes[i] *= 2;
}
