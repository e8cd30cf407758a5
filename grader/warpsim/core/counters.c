// Adds up what workers counted, for each kernel and each source line.
#include "grader/warpsim/core/counters.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/warp.h"

static KernelCounters *kernel_entry(CounterTable *table, const Function *kernel) {
    for (int i = 0; i < table->count; i++)
        if (table->kernels[i].kernel == kernel) return &table->kernels[i];
    KernelCounters *list = realloc(table->kernels, (size_t)(table->count + 1) * sizeof *list);
    if (!list) return NULL;
    table->kernels = list;
    KernelCounters *k = &list[table->count++];
    *k = (KernelCounters){.kernel = kernel};
    return k;
}

static void add_shape(KernelCounters *k, BlockShape shape) {
    for (int i = 0; i < k->shape_count; i++)
        if (k->shapes[i].threads == shape.threads && k->shapes[i].dynamic_shared == shape.dynamic_shared)
            return;
    if (k->shape_count == BLOCK_SHAPES_MAX)
        k->more_shapes = true;
    else
        k->shapes[k->shape_count++] = shape;
}

static int compare_place(const LineCounters *l, const char *file, int line) {
    const int by_file = strcmp(l->file, file);
    return by_file ? by_file : l->line - line;
}

// The line's counters; lines are kept in order.
static Counters *line_entry(KernelCounters *k, const Function *f, u32 instruction) {
    static Counters unknown; // code without a line
    const char *file;
    int line, column, low = 0, high = k->line_count;
    if (!program_source_line(f, instruction, &file, &line, &column)) return &unknown;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (compare_place(&k->lines[middle], file, line) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < k->line_count && compare_place(&k->lines[low], file, line) == 0) return &k->lines[low].counters;
    LineCounters *lines = realloc(k->lines, (size_t)(k->line_count + 1) * sizeof *lines);
    if (!lines) return &unknown;
    k->lines = lines;
    memmove(lines + low + 1, lines + low, (size_t)(k->line_count - low) * sizeof *lines);
    lines[low] = (LineCounters){.file = file, .line = line};
    k->line_count++;
    return &lines[low].counters;
}

static void add_both(KernelCounters *k, Counters *line, int counter, u64 value) {
    k->total.value[counter] += value;
    line->value[counter] += value;
}

#define ADD(name, value) add_both(k, line, COUNTER_##name, value)

static void add_block(KernelCounters *k, const Function *f, const BasicBlock *b, const BlockCount *c) {
    for (u32 i = 0; i < b->instruction_count; i++) {
        Counters *line = line_entry(k, f, b->first_instruction + i);
        ADD(warp_instructions, c->warps);
        ADD(thread_instructions, c->lanes);
    }
    // A call through a pointer, or under a predicate, is a branch, too.
    const bool branches = b->end == END_BRANCH || b->end == END_TABLE ||
                          (b->end == END_CALL && (b->end_guarded || !b->call->callee));
    if (!branches && b->end != END_BARRIER) return;
    Counters *line = line_entry(k, f, b->end_instruction);
    if (b->end == END_BARRIER) {
        ADD(barriers, c->warps);
    } else {
        ADD(branches, c->warps);
        ADD(divergent_branches, c->divergent);
    }
}

static void add_site(KernelCounters *k, const Site *site, const SiteState *s) {
    if (!s->requests) return;
    Counters *line = line_entry(k, site->function, site->instruction);
    if (site->is_texture) {
        ADD(texture_requests, s->requests);
        ADD(texture_bytes, s->bytes);
        return;
    }
    if (site->space == SPACE_CONST) {
        ADD(constant_data_bytes, s->bytes);
        return;
    }
    if (site->space == SPACE_LOCAL) {
        add_both(k, line, site->is_load ? COUNTER_local_load_bytes : COUNTER_local_store_bytes, s->bytes);
        return;
    }
    ADD(global_sectors_excessive, s->excessive);
    if (site->is_load) {
        ADD(global_load_requests, s->requests - s->shared_requests);
        ADD(global_load_sectors, s->sectors);
        ADD(global_load_bytes, s->bytes - s->shared_bytes);
        ADD(shared_load_requests, s->shared_requests);
        ADD(shared_load_bytes, s->shared_bytes);
        ADD(shared_load_bank_conflicts, s->conflicts);
    } else if (site->is_store) {
        ADD(global_store_requests, s->requests - s->shared_requests);
        ADD(global_store_sectors, s->sectors);
        ADD(global_store_bytes, s->bytes - s->shared_bytes);
        ADD(shared_store_requests, s->shared_requests);
        ADD(shared_store_bytes, s->shared_bytes);
        ADD(shared_store_bank_conflicts, s->conflicts);
    } else { // an atomic operation, which both reads and writes
        ADD(global_atomic_requests, s->requests - s->shared_requests);
        ADD(global_atomic_sectors, s->sectors);
        ADD(global_atomic_bytes, s->bytes - s->shared_bytes);
        ADD(shared_atomic_requests, s->shared_requests);
        ADD(shared_atomic_bytes, s->shared_bytes);
    }
}

// A launch that stores nothing has no part in the result, whatever it counts.
static bool contributes(const u64 *value) {
    return value[COUNTER_global_store_requests] || value[COUNTER_global_atomic_requests] ||
           value[COUNTER_texture_requests];
}

static bool same_kind(const Contribution *a, const Contribution *b) {
    return !memcmp(a->block, b->block, sizeof a->block) && a->shared_bytes == b->shared_bytes &&
           !memcmp(&a->one, &b->one, sizeof a->one);
}

static void add_configuration(KernelCounters *k, const Launch *launch, const Counters *counted) {
    ConfigurationCounters one = {{.dynamic_shared = launch->dynamic_shared}, launch->shared_bytes, *counted};
    memcpy(one.what.grid, launch->grid, sizeof one.what.grid);
    memcpy(one.what.block, launch->block, sizeof one.what.block);
    configurations_add(&k->configurations, &one);
}

static void add_contribution(KernelCounters *k, const Launch *launch, const Counters *counted) {
    Contribution new = {.shared_bytes = launch->shared_bytes, .launches = 1, .one = *counted};
    for (int i = 0; i < 3; i++) new.block[i] = launch->block[i];
    if (!contributes(new.one.value)) return;
    for (int i = 0; i < k->contribution_count; i++) {
        if (!same_kind(&k->contributions[i], &new)) continue;
        k->contributions[i].launches++;
        return;
    }
    if (!k->contributions) k->contributions = malloc(CONTRIBUTIONS_MAX * sizeof *k->contributions);
    if (!k->contributions || k->contribution_count == CONTRIBUTIONS_MAX)
        k->more_contributions = true;
    else
        k->contributions[k->contribution_count++] = new;
}

void counters_add_launch(CounterTable *table, Launch *launch) {
    KernelCounters *k = kernel_entry(table, launch->kernel);
    if (!k) return;
    const Counters before = k->total;
    Counters counted; // by this launch
    const u32 threads = launch->block[0] * launch->block[1] * launch->block[2];
    k->total.launches++;
    k->total.blocks += launch->block_total;
    k->total.threads += launch->block_total * threads;
    add_shape(k, (BlockShape){threads, launch->dynamic_shared});
    if (launch->shared_bytes > k->shared_bytes_per_block) k->shared_bytes_per_block = launch->shared_bytes;
    const Program *p = launch->program;
    for (u32 n = 0; n < launch->worker_count; n++) {
        Worker *worker = &launch->workers[n];
        for (u32 i = 0; i < p->function_count; i++) {
            const Function *f = &p->functions[i];
            for (u32 b = 0; b < f->block_count; b++) {
                BlockCount *c = &worker->blocks[f->first_block_id + b];
                if (c->warps) add_block(k, f, &f->blocks[b], c);
                *c = (BlockCount){0};
            }
        }
        for (u32 i = 0; i < p->site_count; i++) {
            add_site(k, &p->sites[i], &worker->sites[i]);
            worker->sites[i] = (SiteState){.last = worker->sites[i].last};
        }
        k->total.storing_threads += worker->storing_threads;
        k->total.storing_blocks += worker->storing_blocks;
        worker->storing_threads = worker->storing_blocks = 0;
    }
    for (int i = 0; i < COUNTER_COUNT; i++) counted.value[i] = k->total.value[i] - before.value[i];
    add_contribution(k, launch, &counted);
    add_configuration(k, launch, &counted);
}

void counters_clear(CounterTable *table) {
    for (int i = 0; i < table->count; i++) {
        free(table->kernels[i].lines);
        free(table->kernels[i].contributions);
        configurations_free(&table->kernels[i].configurations);
    }
    free(table->kernels);
    *table = (CounterTable){0};
}
