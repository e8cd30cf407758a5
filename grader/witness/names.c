// Names of the source for places in memory: of variables, and of the grader's buffers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

// The source's name of a variable: of _ZZ14stencil_kernelPKfPfiE4tile it is the last one.
void source_name(const char *mangled, char *name, size_t size) {
    const char *best = NULL;
    size_t best_length = 0;
    for (const char *p = mangled; *p && strncmp(mangled, "_Z", 2) == 0; p++) {
        if (*p < '1' || *p > '9' || (p > mangled && p[-1] >= '0' && p[-1] <= '9')) continue;
        char *end;
        const unsigned long length = strtoul(p, &end, 10);
        if (length && length <= strlen(end) && strspn(end + length, "_0123456789") == strlen(end + length))
            best = end, best_length = length;
    }
    if (best)
        snprintf(name, size, "%.*s", (int)best_length, best);
    else
        snprintf(name, size, "%s", mangled[0] ? mangled : "-");
    for (char *p = name; *p; p++)
        if (*p <= ' ' || *p > '~') *p = '?';
}

static bool dynamic_name(const Witness *t, char *name, size_t size) {
    for (u32 i = 0; i < t->launch_count; i++) {
        const PtxModule *m = t->launches[i].kernel->program->ptx;
        for (int k = 0; k < m->variable_count; k++)
            if (m->variables[k]->space == SPACE_SHARED && m->variables[k]->is_extern) {
                source_name(m->variables[k]->name, name, size);
                return true;
            }
    }
    return false;
}

// The shared or local variable of a kernel that contains the byte.
static bool name_variable(const Witness *t, u8 space, u64 at, char *name, size_t size, u64 *index) {
    for (u32 i = 0; i < t->function_count; i++) {
        const PtxFunction *f = t->functions[i].function->ptx;
        for (int k = 0; k < f->variable_count; k++) {
            const PtxVariable *v = f->variables[k];
            const u64 start = (u64)(uintptr_t)v->user;
            if (v->space != (PtxSpace)space || v->is_extern || at < start || at - start >= v->size) continue;
            source_name(v->name, name, size);
            *index = (at - start) / 4;
            return true;
        }
    }
    *index = at / 4;
    return space == SPACE_SHARED && dynamic_name(t, name, size);
}

void name_place(const Witness *t, u8 space, u64 at, char *name, size_t size, u64 *index) {
    snprintf(name, size, "-");
    *index = at / 4;
    if (space == SPACE_SHARED || space == SPACE_LOCAL) {
        name_variable(t, space, space == SPACE_LOCAL ? at & 0xffffffff : at, name, size, index);
        return;
    }
    const Allocation *a = witness_allocation(t, at);
    if (!a) return;
    *index = (at - a->base) / (a->parameter[0] && a->element ? a->element : 4);
    if (a->parameter[0])
        snprintf(name, size, "%s", a->parameter);
    else if (a->name[0])
        source_name(a->name, name, size);
}
