// The facts of the GPU that is here, as CUDA programs are told them.
#include <stdio.h>
#include <string.h>

#include "grader/gpu_driver/gpu_backend.h"

// What the driver does not tell (units of registers and shared memory) is the same for all GPUs of one
// compute capability: it is read from the description of one of them.
static const struct {
    int capability;
    const char *id;
} alike[] = {{70, "v100"},    {75, "t4"},   {80, "a100"},  {86, "rtx3060"},
             {89, "rtx4090"}, {90, "h200"}, {100, "b200"}, {120, "rtx5090"}};

static uint64_t fact(const Driver *d, int attribute) {
    int value = 0;
    return d->DeviceGetAttribute(&value, attribute, d->device) || value < 0 ? 0 : (uint64_t)value;
}

bool gpu_describe(const Driver *d, GpuDescription *gpu, char *error, size_t error_size) {
    const int capability = (int)(fact(d, 75) * 10 + fact(d, 76));
    const char *id = alike[0].id;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].capability <= capability) id = alike[i].id;
    if (!gpu_load(id, gpu, error, error_size)) return false;
    DeviceDescription *g = &gpu->device;
    size_t memory = 0;
    int version = 0;
    if (d->DeviceGetName(g->name, sizeof g->name - 1, d->device) || d->DeviceTotalMem(&memory, d->device)) {
        snprintf(error, error_size, "the GPU does not say what it is");
        return false;
    }
    g->name[sizeof g->name - 1] = 0;
    g->total_global_memory = memory;
    g->threads_per_block_max = (uint32_t)fact(d, 1); // the numbers are those of CUdevice_attribute
    for (int i = 0; i < 3; i++) g->block_max[i] = (uint32_t)fact(d, 2 + i);
    for (int i = 0; i < 3; i++) g->grid_max[i] = (uint32_t)fact(d, 5 + i);
    g->shared_per_block = fact(d, 8);
    g->total_constant_memory = fact(d, 9);
    g->memory_pitch_max = fact(d, 11);
    g->registers_per_block = (uint32_t)fact(d, 12);
    g->clock_khz = (uint32_t)fact(d, 13);
    g->texture_alignment = fact(d, 14);
    g->sm_count = (uint32_t)fact(d, 16);
    g->memory_clock_khz = (uint32_t)fact(d, 36);
    g->memory_bus_bits = (uint32_t)fact(d, 37);
    g->l2_bytes = fact(d, 38);
    g->threads_per_sm = (uint32_t)fact(d, 39);
    g->major = (uint32_t)fact(d, 75);
    g->minor = (uint32_t)fact(d, 76);
    g->shared_per_sm = fact(d, 81);
    g->registers_per_sm = (uint32_t)fact(d, 82);
    g->shared_per_block_optin = fact(d, 97);
    g->blocks_per_sm = (uint32_t)fact(d, 106);
    g->shared_reserved_per_block = fact(d, 111);
    if (!d->DriverGetVersion(&version)) g->driver_version = (uint32_t)version;
    gpu->dram_bytes_per_second = (uint64_t)g->memory_clock_khz * 1000 * g->memory_bus_bits / 8 * 2;
    return true;
}
