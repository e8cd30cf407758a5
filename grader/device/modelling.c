// Lists launches one by one and has them modelled.
#include "grader/device/modelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

// The kernel's counters so far.
void modelling_count(const Device *d, const WarpsimKernel *kernel, uint64_t to[LAUNCH_COUNTERS]) {
    const WarpsimKernel *k;
    const uint64_t *counters;
    uint32_t shared;
    for (int i = 0; warpsim_counts(d->sim, i, &k, &counters, &shared); i++) {
        if (k != kernel) continue;
        for (int n = 0; n < LAUNCH_COUNTERS && warpsim_counter_name(n); n++) to[n] = counters[n];
        return;
    }
    memset(to, 0, LAUNCH_COUNTERS * sizeof *to);
}

static const WarpsimKernel *kernel_of(const Device *d, const WarpsimLaunch *r) {
    return r->function ? r->function : warpsim_kernel(d->sim, WARPSIM_ANY, r->kernel);
}

void modelling_suppose(const Device *d, WarpsimLaunch *r) {
    const uint32_t *block = d->modelling.supposed.block;
    for (int i = 0; block[0] && i < 3; i++) {
        const uint64_t threads = (uint64_t)r->grid[i] * r->block[i];
        r->block[i] = block[i] ? block[i] : 1;
        r->grid[i] = (uint32_t)((threads + r->block[i] - 1) / r->block[i]);
    }
}

static bool describe(Device *d, const WarpsimLaunch *r, ModelRequest *out) {
    const WarpsimKernel *k = kernel_of(d, r);
    const WarpsimKernelFacts facts = warpsim_kernel_facts(k);
    if (facts.module >= d->texts.count) return false;
    const PtxText *text = &d->texts.items[facts.module];
    const int arch = (int)(d->gpu.device.major * 10 + d->gpu.device.minor);
    const Supposed *s = &d->modelling.supposed;
    const uint32_t registers = registers_of(d, k);
    *out = (ModelRequest){.gpu = &d->gpu,
                          .kernel = k,
                          .blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2],
                          .threads = r->block[0] * r->block[1] * r->block[2],
                          .registers = registers > s->fewer_registers ? registers - s->fewer_registers : 1,
                          .shared_bytes = (facts.static_shared_bytes + r->dynamic_shared) *
                                          (s->shared_percent ? s->shared_percent : 100) / 100,
                          .dram_speed = s->dram_percent / 100.0,
                          .l2_speed = s->l2_percent / 100.0,
                          .cold = d->modelling.cold};
    out->code = register_cache_code(&d->registers, text->text, text->size, arch, text->registers_max,
                                    facts.name, &out->code_size);
    return true;
}

// What kernels can touch; NULL where memory runs out.
static ModelMemory *memory_of(const Device *d, uint32_t *count) {
    const WarpsimAllocation *a;
    ModelMemory *list = NULL;
    int n = 0, room = 0;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++) {
        if (!a->live || a->constant) continue;
        if (n == room) {
            room = 2 * room + 16;
            ModelMemory *grown = realloc(list, (size_t)room * sizeof *list);
            if (!grown) break;
            list = grown;
        }
        list[n++] = (ModelMemory){a->base, a->size};
    }
    *count = (uint32_t)n;
    return list;
}

// Blocks that wait for each other all run, and those that take their work from a queue do all of it. Past so many thread-instructions
// nothing is known of such a launch.
static const uint64_t whole_grid_most = 1ull << 30, samples_most = 1ull << 34;

void modelling_before(Device *d, WarpsimLaunch *r, uint64_t *before) {
    ModelRequest request;
    const WarpsimKernel *k = kernel_of(d, r);
    if (!d->modelling.list || !k) return;
    const uint64_t most = r->cooperative ? whole_grid_most : samples_most;
    if (d->modelling.samples_only && (!r->budget || r->budget > most)) r->budget = most;
    modelling_count(d, k, before);
    if (d->modelling.model && !d->on_gpu && warpsim_check_launch(d->sim, r, NULL, NULL, NULL) == 0 &&
        describe(d, r, &request))
        r->trace = model_trace(&request, d->modelling.samples_only);
}

static ListedLaunch *add(Modelling *m) {
    if (m->count == LISTED_LAUNCHES_MAX) {
        m->left_out++;
        return NULL;
    }
    if (m->count == m->room) {
        const uint32_t room = m->room * 2 + 16;
        ListedLaunch *launches = realloc(m->launches, room * sizeof *launches);
        if (!launches) return NULL;
        m->launches = launches;
        m->room = room;
    }
    return &m->launches[m->count++];
}

uint64_t modelling_counter(const uint64_t counters[LAUNCH_COUNTERS], const char *name) {
    for (int n = 0; n < LAUNCH_COUNTERS && warpsim_counter_name(n); n++)
        if (!strcmp(warpsim_counter_name(n), name)) return counters[n];
    return 0;
}

uint64_t modelling_total(const Device *d, const WarpsimKernel *kernel, const char *name) {
    uint64_t counters[LAUNCH_COUNTERS] = {0};
    modelling_count(d, kernel, counters);
    return modelling_counter(counters, name);
}

void modelling_after(Device *d, const WarpsimLaunch *r, const uint64_t *before, bool ended) {
    const WarpsimKernel *k = kernel_of(d, r);
    ListedLaunch *l = d->modelling.list && k ? add(&d->modelling) : NULL;
    if (l) {
        *l = (ListedLaunch){.kernel = k,
                            .shared_bytes = warpsim_kernel_facts(k).static_shared_bytes + r->dynamic_shared};
        memcpy(l->grid, r->grid, sizeof l->grid);
        memcpy(l->block, r->block, sizeof l->block);
        modelling_count(d, k, l->counters);
        for (int n = 0; n < LAUNCH_COUNTERS; n++) l->counters[n] -= before[n];
        ModelRequest request;
        if (!ended)
            snprintf(
                l->modelled.why, sizeof l->modelled.why, "%s",
                r->cooperative
                    ? "all blocks of a cooperative launch run, and these do too much work for that"
                    : "the launch did not come to its end, or its blocks do too much work for samples of them");
        if (ended && r->trace && describe(d, r, &request)) {
            request.instructions =
                d->modelling.samples_only ? 0 : modelling_counter(l->counters, "warp_instructions");
            ModelMemory *memory = memory_of(d, &request.memory_count);
            request.memory = memory;
            model_launch(&request, r->trace, &l->modelled);
            free(memory);
            if (d->modelling.samples_only) modelling_spread(d, r, l);
        }
    }
    model_trace_free(r->trace);
}

void modelling_clear(Modelling *m) {
    for (uint32_t i = 0; i < m->count; i++) free(m->launches[i].modelled.lines);
    free(m->launches);
    m->launches = NULL;
    free(m->sampled.pages), free(m->sampled.values);
    m->sampled = (Sampled){0};
    m->count = m->room = m->left_out = 0;
}
