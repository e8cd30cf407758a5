// The simulated GPU: its modules, its memory, and what it keeps about finished launches.
#include "grader/warpsim/core/race_memory.h"
#include "grader/warpsim/core/simulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/devices.h"
#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/launch.h"
#include "grader/warpsim/core/warp.h"

Warpsim *warpsim_new(const GpuDescription *gpu, u32 worker_count, bool details) {
    families_lay_out();
    Warpsim *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->gpu = gpu;
    s->worker_count = worker_count < 1 ? 1 : worker_count > RACE_WORKER ? RACE_WORKER : worker_count;
    s->details = details;
    s->phase_most = RACE_COUNTERS - 1;
    s->device_count = 1;
    s->family_states = families_state(OF_SIMULATOR);
    s->arena = s->family_states ? arena_new(gpu->device.total_global_memory) : NULL;
    if (s->arena) return s;
    free(s->family_states);
    free(s);
    return NULL;
}

// A process that may not have many addresses gets a smaller arena; then half of what would just fit, for threads
// and warps need some too.
bool warpsim_reserve(Warpsim *s) {
    enum { ADDRESSES_A_BYTE = 4 }; // an allocation has a gap of its size behind it
    const uint64_t least = s->arena->limit * ADDRESSES_A_BYTE;
    bool halved = false;
    for (; s->arena->capacity >= least && !race_memory_reserve(s); halved = true) arena_halve(s->arena);
    if (s->arena->capacity < least) return false;
    if (!halved || s->arena->capacity / 2 < least) return true;
    race_memory_release(s);
    arena_halve(s->arena);
    return race_memory_reserve(s);
}

void warpsim_end(Warpsim *s) {
    if (!s) return;
    launch_free_workers(s);
    for (u32 i = 0; i < s->program_count; i++) program_free(s->programs[i]);
    free(s->programs);
    EACH_FAMILY(f, end_simulator) {
        f->end_simulator(s);
    }
    free(s->family_states);
    arena_free(s->arena);
    warpsim_clear(s);
    undefined_words_free(&s->undefined);
    devices_free(s);
    free(s->printed);
    free(s->tracked);
    free(s);
}

void warpsim_clear(Warpsim *s) {
    counters_clear(&s->counters);
    findings_clear(&s->findings);
    findings_clear(&s->withheld), findings_clear(&s->lost);
    findings_clear(&s->departures);
    undefined_words_clear(&s->undefined);
    s->unjudged_launches = s->unjudged_bytes = 0;
}

static void fill_variable(const Warpsim *s, const PtxVariable *v) {
    const Allocation *a = v->user;
    memset(arena_at(s->arena, a->base), 0, a->size);
    if (v->init) memcpy(arena_at(s->arena, a->base), v->init, v->size);
}

// Memory for a module's variables. Their initial values may be addresses of each other, so they come second.
static bool place_variables(Warpsim *s, PtxModule *ptx) {
    for (int i = 0; i < ptx->variable_count; i++) {
        PtxVariable *v = ptx->variables[i];
        if ((v->space != SPACE_GLOBAL && v->space != SPACE_CONST) || v->is_extern) continue;
        Allocation *a = arena_allocate(s->arena, v->size ? v->size : 1);
        if (!a) return false;
        v->user = a;
        a->initialised = true; // CUDA fills variables without an initialiser with zeros
        a->constant = v->space == SPACE_CONST;
        snprintf(a->name, sizeof a->name, "%s", v->name);
        if (v->init) memcpy(arena_at(s->arena, a->base), v->init, v->size); // new memory is zero
    }
    return true;
}

static void relocate_variable(Warpsim *s, const Program *p, const PtxVariable *v) {
    const Allocation *a = v->user;
    for (int k = 0; k < v->relocation_count; k++) {
        const PtxRelocation *r = &v->relocations[k];
        u64 address = (u64)r->addend;
        if (r->variable && r->variable->space != SPACE_SHARED && r->variable->user)
            address += ((const Allocation *)r->variable->user)->base;
        for (u32 f = 0; r->function && f < p->function_count; f++)
            if (p->functions[f].ptx == r->function) address += CODE_WINDOW + 16 * (u64)(f + 1);
        address >>= r->shift;
        memcpy(arena_at(s->arena, a->base) + r->offset, &address, r->size);
    }
}

static bool is_in_memory(const PtxVariable *v) {
    return (v->space == SPACE_GLOBAL || v->space == SPACE_CONST) && v->user;
}

static void relocate(Warpsim *s, const Program *p) {
    for (int i = 0; i < p->ptx->variable_count; i++)
        if (is_in_memory(p->ptx->variables[i])) relocate_variable(s, p, p->ptx->variables[i]);
}

void modules_fill_variables(Warpsim *s, const Program *p, bool managed) {
    for (int i = 0; i < p->ptx->variable_count; i++) {
        const PtxVariable *v = p->ptx->variables[i];
        if (!is_in_memory(v) || (v->is_managed && !managed)) continue;
        fill_variable(s, v);
        relocate_variable(s, p, v);
    }
}

static void free_modules(PtxModule **modules, int count) {
    for (int i = 0; i < count; i++) ptx_free(modules[i]);
}

// Parses the texts and makes one module of them; NULL with a sentence in `error`.
static PtxModule *read_modules(const char **texts, const size_t *sizes, int count, char *error,
                               size_t error_size) {
    PtxModule **modules = calloc((size_t)count, sizeof *modules), *linked = NULL;
    PtxError at = {.message = "out of memory"};
    int read = 0;
    while (modules && read < count && (modules[read] = ptx_parse(texts[read], sizes[read], &at))) read++;
    if (read < count)
        snprintf(error, error_size, "The PTX could not be read: line %d, column %d: %s", at.line, at.column,
                 at.message);
    else if (count > 1 && !ptx_link(modules, count))
        snprintf(error, error_size, "Out of memory while linking the PTX.");
    else
        linked = modules[0];
    if (!linked && modules) free_modules(modules, count);
    free(modules);
    return linked;
}

bool warpsim_load_linked(Warpsim *s, const char **texts, const size_t *sizes, int count, char *error,
                         size_t error_size) {
    PtxModule *ptx = read_modules(texts, sizes, count, error, error_size);
    if (!ptx) return false;
    Program **programs = realloc(s->programs, (s->program_count + 1) * sizeof *programs);
    if (programs) s->programs = programs;
    if (!programs || !place_variables(s, ptx)) {
        ptx_free(ptx);
        snprintf(error, error_size,
                 "The __device__ and __constant__ variables of the file do not fit into the %llu MiB of "
                 "device memory that it may "
                 "use. Make them smaller, or the tests cannot start.",
                 (unsigned long long)(s->arena->limit >> 20));
        return false;
    }
    Program *p = program_decode(ptx, s->watch);
    if (!p) {
        snprintf(error, error_size, "Out of memory while decoding the PTX.");
        return false;
    }
    relocate(s, p);
    p->number = s->program_count;
    s->programs[s->program_count++] = p;
    return true;
}

bool warpsim_load(Warpsim *s, const char *text, size_t size, char *error, size_t error_size) {
    return warpsim_load_linked(s, &text, &size, 1, error, error_size);
}

void warpsim_unload(Warpsim *s) {
    Program *p = s->programs[--s->program_count];
    for (int i = 0; i < p->ptx->variable_count; i++)
        if (is_in_memory(p->ptx->variables[i]))
            warpsim_free(s, ((const Allocation *)p->ptx->variables[i]->user)->base);
    program_free(p);
}

const Function *warpsim_kernel(const Warpsim *s, int module, const char *name) {
    if (module != WARPSIM_ANY)
        return (u32)module < s->program_count ? program_kernel(s->programs[module], name) : NULL;
    const Function *f = NULL;
    for (u32 i = 0; i < s->program_count && !f; i++) f = program_kernel(s->programs[i], name);
    return f;
}

Allocation *warpsim_variable_at(const Warpsim *s, int module, int i, const char **name) {
    const PtxModule *ptx = (u32)module < s->program_count ? s->programs[module]->ptx : NULL;
    for (int k = 0; ptx && k < ptx->variable_count; k++) {
        const PtxVariable *v = ptx->variables[k];
        if (!is_in_memory(v) || i-- > 0) continue;
        *name = v->name;
        return v->user;
    }
    return NULL;
}

static Allocation *variable_in(const Warpsim *s, int module, const char *wanted) {
    const char *name;
    Allocation *a;
    for (int i = 0; (a = warpsim_variable_at(s, module, i, &name)); i++)
        if (strcmp(name, wanted) == 0) return a;
    return NULL;
}

Allocation *warpsim_variable(const Warpsim *s, int module, const char *name) {
    if (module != WARPSIM_ANY) return variable_in(s, module, name);
    Allocation *a = NULL;
    for (u32 i = 0; i < s->program_count && !a; i++) a = variable_in(s, (int)i, name);
    return a;
}
