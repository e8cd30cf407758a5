// Relaxations: plain reads whose value is only compared, or goes into an atomic minimum or maximum of the
// same array.
//
// That is how shortest paths and connected components are found: `atomicMin(&dist[v], dist[u] + w)`, repeated
// until nothing changes. A value that another thread is just improving is still a bound, and the round that
// sees the better one improves again. So these reads do not race with atomic operations. One whose value goes
// anywhere else does: `out[i] = in[i] / *most` right behind an atomicMax() must wait for the other threads.
#include <stdlib.h>

#include "grader/warpsim/core/places.h"

enum { MAX_STEPS = 16 };

// What becomes of a register's value.
typedef struct {
    PtxOperand array; // whose elements it may improve
    bool improves;
    bool escapes; // it is used for something else too
} Fate;

typedef struct {
    const PtxFunction *f;
    const PtxInstruction **made; // the only definition of each register
    Fate *fate;
    bool changed;
} Relaxation;

static bool is_improvement(const PtxInstruction *in) {
    const PtxSpace space = space_suffix(in);
    return (named(in, "atom") || named(in, "red")) && (space == SPACE_GLOBAL || space == SPACE_GENERIC) &&
           (ptx_has_suffix(in, "min") || ptx_has_suffix(in, "max"));
}

// Operations that make a bound of a bound: their results are looked at in place of their sources.
static bool carries_bound(const PtxInstruction *in) {
    static const char *const operations[] = {"add", "sub", "mul",  "mad", "fma",
                                             "min", "max", "selp", "mov", "cvt"};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (named(in, operations[i])) return in->operand[0].kind == OPERAND_REG;
    return false;
}

static bool find_definitions(Relaxation *r) {
    u8 *definitions = calloc((size_t)r->f->register_count + 1, sizeof *definitions);
    if (!definitions) return false;
    for (int i = 0; i < r->f->code_count; i++) mark_defined(&r->f->code[i], definitions);
    for (int i = 0; i < r->f->code_count; i++) {
        const PtxInstruction *in = &r->f->code[i];
        const PtxOperand *to = &in->operand[0];
        if (count_results(in) && to->kind == OPERAND_REG && definitions[to->reg] == 1) r->made[to->reg] = in;
    }
    free(definitions);
    return true;
}

// The array into which an address points: the pointer among the parameters, or the variable, that it is made
// of by additions. False where it is made in another way.
static bool array_of(const Relaxation *r, const PtxOperand *address, PtxOperand *array) {
    const PtxOperand *at = address;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
        if (at->variable) {
            *array = *at;
            return true;
        }
        const PtxInstruction *in = at->reg >= 0 ? r->made[at->reg] : NULL;
        if (!in || in->operand_count < 2) return false;
        if (named(in, "ld") && ptx_has_suffix(in, "param")) {
            *array = in->operand[1];
            return in->operand[1].variable != NULL && in->operand[1].reg < 0;
        }
        if (!named(in, "add") && !named(in, "mov") && !named(in, "cvta")) return false;
        at = &in->operand[1]; // nvcc adds the offset to the pointer, not the other way round
    }
    return false;
}

static bool same_array(const PtxOperand *a, const PtxOperand *b) {
    return a->variable == b->variable && a->imm == b->imm;
}

static void escape(Relaxation *r, const PtxOperand *o) {
    if (o->reg >= 0 && !r->fate[o->reg].escapes) r->fate[o->reg].escapes = r->changed = true;
    for (int i = 0; i < o->count && o->elements; i++) escape(r, &o->elements[i]);
}

static void improve(Relaxation *r, const PtxOperand *value, const PtxOperand *array) {
    if (value->kind != OPERAND_REG) return;
    Fate *f = &r->fate[value->reg];
    if (f->improves && !same_array(&f->array, array)) escape(r, value);
    if (f->improves) return;
    f->improves = r->changed = true;
    f->array = *array;
}

static void follow(Relaxation *r, const PtxInstruction *in) {
    PtxOperand array;
    const int results = (int)count_results(in);
    if (named(in, "setp")) return;
    if (is_improvement(in) && array_of(r, address_in(in), &array)) {
        escape(r, address_in(in));
        improve(r, &in->operand[in->operand_count - 1], &array);
        return;
    }
    const Fate *to = carries_bound(in) ? &r->fate[in->operand[0].reg] : NULL;
    for (int k = results; k < in->operand_count; k++) {
        if (!to || to->escapes || in->operand[k].kind != OPERAND_REG)
            escape(r, &in->operand[k]);
        else if (to->improves)
            improve(r, &in->operand[k], &to->array);
    }
}

// Some operation of the function improves elements of the array.
static bool is_improved(const Relaxation *r, const PtxOperand *array) {
    PtxOperand other;
    for (int i = 0; i < r->f->code_count; i++) {
        const PtxInstruction *in = &r->f->code[i];
        if (is_improvement(in) && array_of(r, address_in(in), &other) && same_array(&other, array))
            return true;
    }
    return false;
}

static bool is_relaxation(const Relaxation *r, const PtxInstruction *in) {
    const PtxSpace space = space_suffix(in);
    if (!named(in, "ld") || (space != SPACE_GLOBAL && space != SPACE_GENERIC)) return false;
    if (in->operand[0].kind != OPERAND_REG || ptx_type_size(type_suffix(in, 0)) < 4) return false;
    const Fate *to = &r->fate[in->operand[0].reg];
    PtxOperand array;
    if (to->escapes || !array_of(r, address_in(in), &array)) return false;
    return to->improves ? same_array(&array, &to->array) : is_improved(r, &array);
}

bool find_relaxations(Decoder *d) {
    if (!d->tentative) return true; // no atomic minimum or maximum
    const size_t registers = (size_t)d->ptx->register_count + 1;
    Relaxation r = {.f = d->ptx,
                    .made = calloc(registers, sizeof *r.made),
                    .fate = calloc(registers, sizeof *r.fate),
                    .changed = true};
    const bool room = r.made && r.fate && find_definitions(&r);
    while (room && r.changed) { // from the end to the start: mostly twice is enough
        r.changed = false;
        for (int i = d->ptx->code_count; i-- > 0;) follow(&r, &d->ptx->code[i]);
    }
    for (int i = 0; room && i < d->ptx->code_count; i++)
        if (is_relaxation(&r, &d->ptx->code[i])) d->tentative[i] = true;
    free(r.made), free(r.fate);
    return room;
}
