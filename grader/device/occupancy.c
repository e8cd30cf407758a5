// Registers of a kernel and the occupancy of its launches, on the simulated GPU.
#include <string.h>

#include "grader/device/device.h"

const KernelUsage *usage_of(Device *d, const WarpsimKernel *kernel) {
    const int arch = (int)(d->gpu.device.major * 10 + d->gpu.device.minor);
    const WarpsimKernelFacts facts = warpsim_kernel_facts(kernel);
    if (facts.module >= d->texts.count) return NULL;
    const PtxText *t = &d->texts.items[facts.module];
    return register_cache_find(&d->registers, t->text, t->size, arch, facts.name, NULL, 0);
}

uint32_t registers_of(Device *d, const WarpsimKernel *kernel) {
    const KernelUsage *u = usage_of(d, kernel);
    return u ? u->registers : 0;
}

double occupancy_of(const Device *d, int kernel, uint32_t registers) {
    const uint32_t most = d->gpu.device.threads_per_sm / d->gpu.device.warp_size;
    const WarpsimKernel *k;
    const uint64_t *counters;
    uint32_t least = most, threads, dynamic, shared_most;
    if (!registers || !warpsim_counts(d->sim, kernel, &k, &counters, &shared_most)) return -1;
    for (int i = 0; warpsim_shape(d->sim, kernel, i, &threads, &dynamic); i++) {
        if (!threads) return -1; // sizes that were not kept
        const uint64_t shared = warpsim_kernel_facts(k).static_shared_bytes + dynamic;
        const Occupancy o = gpu_occupancy(&d->gpu, threads, registers, shared);
        if (!o.blocks_per_sm) return -1; // yet it ran: the registers are not what this GPU would take
        if (o.warps_per_sm < least) least = o.warps_per_sm;
    }
    return 100.0 * least / most;
}
