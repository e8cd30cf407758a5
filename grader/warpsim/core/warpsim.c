// The public functions that only show, or hand on to, what the rest of the core keeps: see warpsim.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/warpsim/core/devices.h"
#include "grader/warpsim/core/family.h"

WarpsimGpu *warpsim_gpu(const char *name, char *error, size_t error_size) {
    const size_t length = strlen(name);
    const bool is_file = length > 4 && strcmp(name + length - 4, ".gpu") == 0;
    GpuDescription *gpu = malloc(sizeof *gpu);
    if (gpu && (is_file ? gpu_read_file : gpu_load)(name, gpu, error, error_size)) return gpu;
    if (!gpu) snprintf(error, error_size, "There is no memory left.");
    free(gpu);
    return NULL;
}

// ---- Modules

int warpsim_modules(const Warpsim *s) {
    return (int)s->program_count;
}

WarpsimKernelFacts warpsim_kernel_facts(const Function *k) {
    const int *most = k->ptx->max_threads;
    return (WarpsimKernelFacts){
        .name = k->ptx->name,
        .display_name = k->display_name,
        .signature = k->signature,
        .module = (int)k->program->number,
        .parameters = k->ptx->param_count,
        .parameter_bytes = (u64)k->ptx->param_size,
        .static_shared_bytes = k->static_shared_bytes,
        .local_bytes = k->local_bytes,
        .module_local_bytes = k->program->local_bytes,
        .threads_max = most[0] ? (u64)most[0] * (u64)most[1] * (u64)most[2] : 0,
        .target = k->program->ptx->target,
    };
}

void warpsim_parameter(const Function *kernel, int i, u64 *offset, u64 *size) {
    *offset = (u64)kernel->ptx->params[i].offset;
    *size = (u64)kernel->ptx->params[i].size;
}

bool warpsim_source_line(const Function *f, u32 instruction, const char **file, int *line, int *column) {
    return program_source_line(f, instruction, file, line, column);
}

// ---- Device memory

Allocation *warpsim_allocate(Warpsim *s, u64 size) {
    return arena_allocate(s->arena, size);
}

bool warpsim_free(Warpsim *s, u64 base) {
    return arena_release(s->arena, base);
}

void warpsim_renew(Warpsim *s, u64 base) {
    arena_renew(s->arena, base);
}

Allocation *warpsim_allocation_at(const Warpsim *s, int i) {
    return i < s->arena->count ? s->arena->list[i] : NULL;
}

Allocation *warpsim_find(const Warpsim *s, u64 address) {
    return arena_find(s->arena, address);
}

Allocation *warpsim_nearest(const Warpsim *s, u64 address) {
    return arena_nearest(s->arena, address);
}

bool warpsim_contains(const Warpsim *s, u64 address, u64 size) {
    return arena_contains(s->arena, address, size);
}

void warpsim_write(Warpsim *s, u64 to, const void *from, u64 size) {
    u8 *place = arena_at(s->arena, to);
    if (place != from) memcpy(place, from, size);
    arena_mark_written(s->arena, arena_find(s->arena, to), to, size);
}

void warpsim_read(const Warpsim *s, void *to, u64 from, u64 size) {
    memcpy(to, arena_at(s->arena, from), size);
}

void warpsim_copy(Warpsim *s, u64 to, u64 from, u64 size) {
    Allocation *a = arena_find(s->arena, to);
    if (a && a->constant) a->device_filled = true;
    arena_copy(s->arena, to, from, size);
}

void warpsim_fill(Warpsim *s, u64 to, int byte, u64 size) {
    memset(arena_at(s->arena, to), byte, size);
    arena_mark_written(s->arena, arena_find(s->arena, to), to, size);
}

u8 *warpsim_bytes(const Warpsim *s, u64 address) {
    return arena_at(s->arena, address);
}

u64 warpsim_memory(const Warpsim *s, WarpsimBytes which) {
    const Arena *arena = s->arena;
    switch (which) {
    case WARPSIM_CAPACITY: return arena->capacity;
    case WARPSIM_LIMIT: return arena->limit;
    case WARPSIM_USED: return arena->used;
    default: return arena->used_by[s->device];
    }
}

void warpsim_set_heap(Warpsim *s, u64 bytes) {
    s->arena->heap_limit = bytes;
}

void warpsim_set_file(Warpsim *s, int file) {
    s->arena->shared_fd = file;
}

int warpsim_file(const Warpsim *s) {
    return s->arena->shared_fd;
}

bool warpsim_share(Warpsim *s, Allocation *a) {
    return arena_share(s->arena, a);
}

Allocation *warpsim_allocate_shared(Warpsim *s, u64 size, u64 offset_in_page) {
    return arena_allocate_shared(s->arena, size, offset_in_page);
}

// ---- Launches

u64 warpsim_launches(const Warpsim *s, u64 *spent) {
    *spent = s->last_spent;
    return s->launches;
}

// Text that has been cut ends with a whole line, and with one that says so: a GPU would lose it in silence.
static void tell_what_is_lost(Warpsim *s) {
    static const char told[] =
        "(Further printf output of kernels is lost: its buffer holds at most 2 MiB until the host "
        "synchronises.)\n";
    while (s->printed_size && s->printed[s->printed_size - 1] != '\n') s->printed_size--;
    char *grown = realloc(s->printed, s->printed_size + sizeof told);
    if (!grown) return;
    s->printed = grown;
    memcpy(grown + s->printed_size, told, sizeof told - 1);
    s->printed_size += sizeof told - 1;
}

char *warpsim_take_text(Warpsim *s, size_t *size) {
    if (s->printed_size == PRINTED_MAX) tell_what_is_lost(s);
    char *text = s->printed;
    *size = s->printed_size;
    s->printed = NULL;
    s->printed_size = 0;
    return text;
}

size_t warpsim_text_size(const Warpsim *s) {
    return s->printed_size;
}

void warpsim_add_text(Warpsim *s, int file, size_t size) {
    const size_t room = PRINTED_MAX - s->printed_size;
    if (size > room) size = room;
    char *grown = realloc(s->printed, s->printed_size + size + 1);
    if (!grown) return;
    const ssize_t got = pread(file, grown + s->printed_size, size, 0);
    s->printed = grown;
    s->printed_size += got > 0 ? (size_t)got : 0;
}

u64 warpsim_clock(Warpsim *s, u64 ns) {
    s->clock_ns = ns > s->clock_ns ? ns : s->clock_ns + 1;
    return s->clock_ns;
}

void warpsim_set_runtime(Warpsim *s, const WarpsimRuntime *runtime) {
    s->runtime = runtime;
}

// ---- What was found and counted

const Finding *warpsim_finding(const Warpsim *s, int i) {
    return findings_at(&s->findings, i);
}

const Finding *warpsim_departure(const Warpsim *s, int i) {
    return findings_at(&s->departures, i);
}

u64 warpsim_findings_left_out(const Warpsim *s) {
    return s->findings.left_out;
}

bool warpsim_counts(const Warpsim *s, int i, const Function **kernel, const u64 **counters, u32 *shared) {
    if (i >= s->counters.count) return false;
    *shared = s->counters.kernels[i].shared_bytes_per_block;
    *kernel = s->counters.kernels[i].kernel;
    *counters = s->counters.kernels[i].total.value;
    return true;
}

bool warpsim_configuration(const Warpsim *s, int i, int k, WarpsimLaunches *c) {
    if (i >= s->counters.count) return false;
    const Configurations *all = &s->counters.kernels[i].configurations;
    const bool rest = k == (int)all->count && all->rest.counters.launches;
    if (k >= (int)all->count && !rest) return false;
    const ConfigurationCounters *from = rest ? &all->rest : &all->list[k];
    *c = (WarpsimLaunches){.launches = from->counters.launches,
                           .counters = from->counters.value,
                           .shared_bytes = from->shared_bytes,
                           .dynamic_shared = from->what.dynamic_shared};
    memcpy(c->grid, from->what.grid, sizeof c->grid);
    memcpy(c->block, from->what.block, sizeof c->block);
    return true;
}

bool warpsim_contribution(const Warpsim *s, int i, int k, WarpsimLaunches *c) {
    const CounterTable *table = &s->counters;
    if (i >= table->count) return false;
    const KernelCounters *kernel = &table->kernels[i];
    *c = (WarpsimLaunches){0};
    if (k >= kernel->contribution_count) return k == kernel->contribution_count && kernel->more_contributions;
    const Contribution *from = &kernel->contributions[k];
    *c = (WarpsimLaunches){
        .launches = from->launches, .counters = from->one.value, .shared_bytes = from->shared_bytes};
    memcpy(c->block, from->block, sizeof c->block);
    return true;
}

bool warpsim_line(const Warpsim *s, int i, int k, const char **file, int *line, const u64 **counters) {
    const KernelCounters *kernel = &s->counters.kernels[i];
    if (k >= kernel->line_count) return false;
    *file = kernel->lines[k].file;
    *line = kernel->lines[k].line;
    *counters = kernel->lines[k].counters.value;
    return true;
}

bool warpsim_shape(const Warpsim *s, int i, int k, u32 *threads, u32 *dynamic_shared) {
    const KernelCounters *kernel = &s->counters.kernels[i];
    if (k >= kernel->shape_count) {
        *threads = 0;
        return k == kernel->shape_count && kernel->more_shapes;
    }
    *threads = kernel->shapes[k].threads;
    *dynamic_shared = kernel->shapes[k].dynamic_shared;
    return true;
}

const char *warpsim_counter_name(int n) {
    return n < COUNTER_COUNT ? counter_name(n) : NULL;
}

u64 warpsim_unjudged(const Warpsim *s, u64 *bytes) {
    *bytes = s->unjudged_bytes;
    return s->unjudged_launches;
}

// ---- Textures and surfaces

u64 warpsim_add_texture(Warpsim *s, const WarpsimTexture *texture) {
    EACH_FAMILY(f, add_texture) {
        return f->add_texture(s, texture);
    }
    return 0;
}

bool warpsim_remove_texture(Warpsim *s, u64 handle, bool surface) {
    EACH_FAMILY(f, remove_texture) {
        return f->remove_texture(s, handle, surface);
    }
    return false;
}
