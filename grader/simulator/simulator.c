// The simulated GPU: its modules, its memory, and what it keeps about finished launches.
#include "grader/simulator/simulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/device/protocol.h"
#include "grader/simulator/children.h"
#include "grader/simulator/devices.h"
#include "grader/simulator/launch.h"
#include "grader/simulator/warp.h"

Simulator *simulator_new(const GpuDescription *gpu, u32 worker_count, bool details) {
    Simulator *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->gpu = gpu;
    s->worker_count = worker_count < 1 ? 1 : worker_count > RACE_WORKER ? RACE_WORKER : worker_count;
    s->details = details;
    s->device_count = 1;
    s->arena = arena_new(gpu->device.total_global_memory);
    if (!s->arena) {
        free(s);
        return NULL;
    }
    return s;
}

void simulator_free(Simulator *s) {
    if (!s) return;
    launch_free_workers(s);
    for (u32 i = 0; i < s->program_count; i++) program_free(s->programs[i]);
    free(s->programs);
    texture_table_free(&s->textures);
    arena_free(s->arena);
    simulator_clear_report(s);
    children_free(s);
    devices_free(s);
    free(s->printed);
    free(s->tracked);
    free(s);
}

void simulator_clear_report(Simulator *s) {
    counters_clear(&s->counters);
    findings_clear(&s->findings);
    s->unjudged_launches = s->unjudged_bytes = 0;
}

static void fill_variable(const Simulator *s, const PtxVariable *v) {
    const Allocation *a = v->user;
    memset(arena_at(s->arena, a->base), 0, a->size);
    if (v->init) memcpy(arena_at(s->arena, a->base), v->init, v->size);
}

// Memory for a module's variables. Their initial values may be addresses of each other, so they come second.
static bool place_variables(Simulator *s, PtxModule *ptx) {
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

static void relocate_variable(Simulator *s, const Program *p, const PtxVariable *v) {
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

static void relocate(Simulator *s, const Program *p) {
    for (int i = 0; i < p->ptx->variable_count; i++)
        if (is_in_memory(p->ptx->variables[i])) relocate_variable(s, p, p->ptx->variables[i]);
}

void simulator_fill_variables(Simulator *s, const Program *p, bool managed) {
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
static PtxModule *read_modules(const PtxSource *texts, int count, char *error, size_t error_size) {
    PtxModule **modules = calloc((size_t)count, sizeof *modules), *linked = NULL;
    PtxError at = {.message = "out of memory"};
    int read = 0;
    while (modules && read < count && (modules[read] = ptx_parse(texts[read].text, texts[read].size, &at)))
        read++;
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

bool simulator_load_linked(Simulator *s, const PtxSource *texts, int count, char *error, size_t error_size) {
    PtxModule *ptx = read_modules(texts, count, error, error_size);
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
    Program *p = program_decode(ptx);
    if (!p) {
        snprintf(error, error_size, "Out of memory while decoding the PTX.");
        return false;
    }
    relocate(s, p);
    s->programs[s->program_count++] = p;
    return true;
}

bool simulator_load(Simulator *s, const char *text, size_t size, char *error, size_t error_size) {
    return simulator_load_linked(s, &(PtxSource){text, size}, 1, error, error_size);
}

const Function *simulator_kernel_in(const Simulator *s, u32 module, const char *name) {
    return module < s->program_count ? program_kernel(s->programs[module], name) : NULL;
}

const Function *simulator_kernel(const Simulator *s, const char *name) {
    const Function *f = NULL;
    for (u32 i = 0; i < s->program_count && !f; i++) f = simulator_kernel_in(s, i, name);
    return f;
}

Allocation *simulator_variable_in(const Simulator *s, u32 module, const char *name) {
    const PtxModule *ptx = module < s->program_count ? s->programs[module]->ptx : NULL;
    for (int k = 0; ptx && k < ptx->variable_count; k++)
        if (ptx->variables[k]->user && ptx->variables[k]->space != SPACE_SHARED &&
            strcmp(ptx->variables[k]->name, name) == 0)
            return ptx->variables[k]->user;
    return NULL;
}

Allocation *simulator_variable(const Simulator *s, const char *name) {
    Allocation *a = NULL;
    for (u32 i = 0; i < s->program_count && !a; i++) a = simulator_variable_in(s, i, name);
    return a;
}
