// Registers of a kernel and the occupancy of its launches, on the simulated GPU.
#include <string.h>

#include "grader/device/device.h"

const KernelUsage *usage_of(Device *d, const Function *kernel) {
    const int arch = (int)(d->gpu.device.major * 10 + d->gpu.device.minor);
    for (uint32_t i = 0; i < d->sim->program_count && i < (uint32_t)d->texts.count; i++) {
        if (d->sim->programs[i] != kernel->program) continue;
        const PtxText *t = &d->texts.items[i];
        return register_cache_find(&d->registers, t->text, t->size, arch, kernel->ptx->name, NULL, 0);
    }
    return NULL;
}

uint32_t registers_of(Device *d, const Function *kernel) {
    const KernelUsage *u = usage_of(d, kernel);
    return u ? u->registers : 0;
}

double occupancy_of(const Device *d, const KernelCounters *kernel, uint32_t registers) {
    const uint32_t most = d->gpu.device.threads_per_sm / d->gpu.device.warp_size;
    uint32_t least = most;
    if (!registers || kernel->more_shapes) return -1;
    for (int i = 0; i < kernel->shape_count; i++) {
        const BlockShape *s = &kernel->shapes[i];
        const uint64_t shared = (uint64_t)kernel->kernel->static_shared_bytes + s->dynamic_shared;
        const Occupancy o = gpu_occupancy(&d->gpu, s->threads, registers, shared);
        if (!o.blocks_per_sm) return -1; // yet it ran: the registers are not what this GPU would take
        if (o.warps_per_sm < least) least = o.warps_per_sm;
    }
    return 100.0 * least / most;
}
