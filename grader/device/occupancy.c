// Registers of a kernel and the occupancy of its launches, on the simulated GPU.
#include <string.h>

#include "grader/device/device.h"

const KernelUsage *usage_of(Device *d, const WarpsimKernel *kernel) {
    const int arch = (int)(d->gpu.device.major * 10 + d->gpu.device.minor);
    const WarpsimKernelFacts facts = warpsim_kernel_facts(kernel);
    if (facts.module >= d->texts.count) return NULL;
    const PtxText *t = &d->texts.items[facts.module];
    return register_cache_find(&d->registers, t->text, t->size, arch, t->registers_max, facts.name, NULL, 0);
}

uint32_t registers_of(Device *d, const WarpsimKernel *kernel) {
    const KernelUsage *u = usage_of(d, kernel);
    return u ? u->registers : 0;
}

// ptxas counts for GPUs whose threads may have 255 registers. Code for one whose threads have fewer (Fermi: 63) takes others, and no
// toolkit that runs here can tell how many.
static bool ptxas_counts_for(const Device *d) {
    enum { REGISTERS_OF_A_THREAD = 255 };
    return d->gpu.registers_per_thread_max >= REGISTERS_OF_A_THREAD;
}

uint32_t registers_that_limit(Device *d, const WarpsimKernel *kernel) {
    return ptxas_counts_for(d) ? registers_of(d, kernel) : 0;
}

uint32_t registers_to_check(Device *d, const WarpsimKernel *kernel, uint64_t threads) {
    const GpuDescription *g = &d->gpu;
    const DeviceDescription *most = &g->device;
    if (d->on_gpu || threads > most->threads_per_block_max) return 0; // the driver knows; refused for that
    const uint64_t at_most = gpu_block_registers(g, (uint32_t)threads, g->registers_per_thread_max);
    const KernelUsage *u = at_most > most->registers_per_block ? usage_of(d, kernel) : NULL;
    return u && (uint32_t)u->arch == most->major * 10 + most->minor ? u->registers : 0;
}

// Percent, or -1: not known, or no block of it has room although it ran, so that the registers are other ones.
static double percent_of(const Device *d, const WarpsimKernel *k, uint32_t threads, uint32_t registers,
                         uint32_t dynamic) {
    const uint64_t shared = warpsim_kernel_facts(k).static_shared_bytes + dynamic;
    const Occupancy o = gpu_occupancy(&d->gpu, threads, ptxas_counts_for(d) ? registers : 0, shared);
    const uint32_t most = d->gpu.device.threads_per_sm / d->gpu.device.warp_size;
    return o.blocks_per_sm ? 100.0 * o.warps_per_sm / most : -1;
}

double occupancy_with(Device *d, const WarpsimKernel *k, const uint32_t block[3], uint32_t dynamic_shared) {
    const uint32_t registers = registers_of(d, k);
    return registers ? percent_of(d, k, block[0] * block[1] * block[2], registers, dynamic_shared) : -1;
}

double occupancy_of(const Device *d, int kernel, uint32_t registers) {
    const WarpsimKernel *k;
    const uint64_t *counters;
    uint32_t threads, dynamic, shared_most;
    double least = 100;
    if (!registers || !warpsim_counts(d->sim, kernel, &k, &counters, &shared_most)) return -1;
    for (int i = 0; warpsim_shape(d->sim, kernel, i, &threads, &dynamic); i++) {
        if (!threads) return -1; // sizes that were not kept
        const double percent = percent_of(d, k, threads, registers, dynamic);
        if (percent < least) least = percent;
        if (percent < 0) return -1;
    }
    return least;
}
