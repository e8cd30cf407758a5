// Links modules that were compiled with -rdc=true: one module's extern declarations are another's
// definitions.
#include <string.h>

#include "grader/ptx/parser.h"

static PtxVariable *definition_of_variable(const PtxModule *module, PtxVariable *v) {
    if (!v || !v->is_extern || v->space == SPACE_SHARED) return v; // extern shared memory is the launch's
    for (int i = 0; i < module->variable_count; i++) {
        PtxVariable *other = module->variables[i];
        if (!other->is_extern && other->space == v->space && strcmp(other->name, v->name) == 0) return other;
    }
    return v;
}

static PtxFunction *definition_of_function(const PtxModule *module, PtxFunction *f) {
    return !f || f->has_body ? f : ptx_function_named(module, f->name);
}

static void resolve_operand(const PtxModule *module, PtxOperand *o) {
    o->variable = definition_of_variable(module, o->variable);
    o->function = definition_of_function(module, o->function);
    for (int i = 0; o->elements && i < o->count; i++) resolve_operand(module, &o->elements[i]);
}

static void resolve_function(const PtxModule *module, PtxFunction *f) {
    for (int i = 0; i < f->code_count; i++)
        for (int k = 0; k < f->code[i].operand_count; k++) resolve_operand(module, &f->code[i].operand[k]);
    for (int i = 0; i < f->table_count; i++)
        for (int k = 0; k < f->tables[i].function_count; k++)
            f->tables[i].functions[k] = definition_of_function(module, f->tables[i].functions[k]);
}

static void resolve_variable(const PtxModule *module, PtxVariable *v) {
    for (int i = 0; i < v->relocation_count; i++) {
        v->relocations[i].variable = definition_of_variable(module, v->relocations[i].variable);
        v->relocations[i].function = definition_of_function(module, v->relocations[i].function);
    }
}

// `count` items of `size` bytes at *list, and room behind them for `more`.
static bool make_room(PtxModule *module, void *list, int count, int more, size_t size) {
    void *old;
    memcpy(&old, list, sizeof old);
    void *longer = ptx_arena_alloc(module->arena, ((size_t)count + (size_t)more + 1) * size);
    if (!longer) return false;
    if (count) memcpy(longer, old, (size_t)count * size);
    memcpy(list, &longer, sizeof longer);
    return true;
}

// Everything of `other` also belongs to `module`. Its places in the source are numbered on from the module's.
static bool append(PtxModule *module, PtxModule *other) {
    const int files = module->file_count, locs = module->loc_count;
    if (!make_room(module, &module->files, files, other->file_count, sizeof *module->files) ||
        !make_room(module, &module->locs, locs, other->loc_count, sizeof *module->locs) ||
        !make_room(module, &module->variables, module->variable_count, other->variable_count,
                   sizeof *module->variables) ||
        !make_room(module, &module->functions, module->function_count, other->function_count,
                   sizeof *module->functions))
        return false;
    for (int i = 0; i < other->file_count; i++) module->files[module->file_count++] = other->files[i];
    for (int i = 0; i < other->loc_count; i++) {
        PtxLoc loc = other->locs[i];
        loc.file += files;
        if (loc.parent >= 0) loc.parent += locs;
        module->locs[module->loc_count++] = loc;
    }
    for (int i = 0; i < other->variable_count; i++)
        module->variables[module->variable_count++] = other->variables[i];
    for (int i = 0; i < other->function_count; i++) {
        PtxFunction *f = other->functions[i];
        if (f->loc >= 0) f->loc += locs;
        for (int k = 0; k < f->code_count; k++)
            if (f->code[k].loc >= 0) f->code[k].loc += locs;
        module->functions[module->function_count++] = f;
    }
    return true;
}

bool ptx_link(PtxModule **modules, int count) {
    PtxModule *all = modules[0];
    for (int i = 1; i < count; i++) {
        if (!append(all, modules[i])) return false;
        ptx_arena_join(all->arena, modules[i]->arena);
        modules[i] = NULL;
    }
    for (int i = 0; i < all->variable_count; i++) resolve_variable(all, all->variables[i]);
    for (int i = 0; i < all->function_count; i++) resolve_function(all, all->functions[i]);
    return true;
}
