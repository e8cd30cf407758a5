// Names of memory: allocations, and variables in shared memory.
#include "grader/warpsim/core/memory_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *memory_words(const Allocation *a, char *room, size_t size) {
    if (a->name[0])
        snprintf(room, size, "the %s variable %s of %" PRIu64 " bytes",
                 a->constant ? "__constant__" : "__device__", a->name, a->size);
    else if (a->parameter[0])
        snprintf(room, size, "`%s` (%" PRIu64 " elements)", a->parameter, a->size / a->element);
    else
        snprintf(room, size, "%s of %" PRIu64 " bytes", a->array ? "a CUDA array" : "an allocation", a->size);
    return room;
}

// The last name in a mangled one: "tile" of "_ZZ6kernelPfE4tile" (Itanium C++ ABI, local names).
static void source_name(const char *mangled, char *name, size_t size) {
    snprintf(name, size, "%s", mangled);
    if (strncmp(mangled, "_Z", 2) != 0) return;
    for (const char *p = mangled; *p; p++) {
        char *end;
        if (*p < '1' || *p > '9' || (p > mangled && p[-1] >= '0' && p[-1] <= '9')) continue;
        const unsigned long length = strtoul(p, &end, 10);
        const size_t left = strlen(end);
        if (length <= left && (length == left || end[length] == '_' || end[length] == 'E'))
            snprintf(name, size, "%.*s", (int)length, end);
    }
}

static bool contains(const PtxVariable *v, u64 byte) {
    const u64 start = (u64)(uintptr_t)v->user;
    return v->space == SPACE_SHARED && !v->is_extern && byte >= start && byte - start < v->size;
}

const PtxVariable *shared_variable(const Function *f, u64 byte, char *name, size_t size, u64 *offset) {
    const PtxModule *ptx = f->program->ptx;
    const PtxVariable *found = NULL;
    for (int i = 0; i < f->ptx->variable_count && !found; i++)
        if (contains(f->ptx->variables[i], byte)) found = f->ptx->variables[i];
    for (int i = 0; i < ptx->variable_count && !found; i++)
        if (contains(ptx->variables[i], byte)) found = ptx->variables[i];
    if (!found) return NULL;
    source_name(found->name, name, size);
    *offset = byte - (u64)(uintptr_t)found->user;
    return found;
}
