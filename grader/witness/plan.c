// What each instruction is to the witness, settled the first time that one of its function runs.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

static bool one_of(const PtxInstruction *in, const char *const *names) {
    for (; *names; names++)
        if (named(in, *names)) return true;
    return false;
}

static StepKind memory_kind(const PtxFunction *f, const PtxInstruction *in, PtxSpace space) {
    if (named(in, "st")) return STEP_STORE;
    if (named(in, "atom") || named(in, "red")) return STEP_ATOMIC;
    const PtxOperand *from = &in->operand[1];
    return space == SPACE_PARAM && f->is_entry && from->variable && param_of_kernel(f, from->variable)
               ? STEP_PARAM_LOAD
               : STEP_LOAD;
}

static bool is_extreme(const PtxInstruction *in) {
    const PtxType type = type_suffix(in, 0);
    return (named(in, "min") || named(in, "max")) && (type == PTX_F32 || type == PTX_F64) &&
           in->operand_count == 3 && !ptx_has_suffix(in, "abs");
}

static StepKind kind_of(const PtxFunction *f, const PtxInstruction *in, PtxSpace space) {
    static const char *const memory[] = {"ld", "ldu", "st", "atom", "red", NULL};
    static const char *const moves[] = {"mov", "cvt", "cvta", NULL};
    static const char *const ends[] = {"bra", "ret", "exit", "brx", NULL};
    if (one_of(in, memory)) return memory_kind(f, in, space);
    if (one_of(in, moves)) return STEP_MOVE;
    if (one_of(in, ends))
        return in->guard >= 0 || named(in, "ret") || named(in, "exit") ? STEP_BRANCH : STEP_NOTHING;
    if (named(in, "cp") && ptx_has_suffix(in, "async") && in->operand_count >= 3) return STEP_COPY;
    if (named(in, "shfl")) return STEP_SHUFFLE;
    if (named(in, "selp") && in->operand_count == 4) return STEP_SELECT;
    if (is_extreme(in)) return STEP_EXTREME;
    if (named(in, "call")) return STEP_CALL;
    return count_results(in) ? STEP_VALUE : STEP_NOTHING;
}

static void make_plan(Plan *p, const PtxFunction *f, const PtxInstruction *in) {
    const PtxSpace space = space_suffix(in);
    p->space = (u8)space;
    p->kind = (u8)kind_of(f, in, space);
    p->width = (u8)ptx_type_size(type_suffix(in, 0));
    p->count = (u8)vector_count(in);
    p->results = (u8)count_results(in);
    const bool stores = p->kind == STEP_STORE, updates = p->kind == STEP_ATOMIC;
    for (int i = stores ? 1 : p->results + updates; i < in->operand_count && p->sources < PLAN_SOURCES; i++)
        p->source[p->sources++] = &in->operand[i];
}

WatchedFunction *watched_function(Witness *t, const Function *f) {
    for (u32 i = 0; i < t->function_count; i++)
        if (t->functions[i].function == f) return &t->functions[i];
    WatchedFunction *grown = realloc(t->functions, (t->function_count + 1) * sizeof *grown);
    if (!grown) return NULL;
    t->functions = grown;
    WatchedFunction *w = &t->functions[t->function_count];
    *w = (WatchedFunction){.function = f, .first_site = t->site_count};
    w->plan = calloc((size_t)f->ptx->code_count + 1, sizeof *w->plan);
    if (!w->plan) return NULL;
    for (int i = 0; i < f->ptx->code_count; i++) make_plan(&w->plan[i], f->ptx, &f->ptx->code[i]);
    t->site_count += (u32)f->ptx->code_count;
    t->function_count++;
    return w;
}

bool site_place(const Witness *t, u32 site, const Function **f, u32 *instruction) {
    for (u32 i = 0; i < t->function_count; i++) {
        const WatchedFunction *w = &t->functions[i];
        if (site - w->first_site >= (u32)w->function->ptx->code_count) continue;
        *f = w->function;
        *instruction = site - w->first_site;
        return true;
    }
    return false;
}
