// Tentative loads: plain reads of what an atomic compare-and-swap, minimum or maximum at the same address
// looks at again.
//
// The loop that makes any operation atomic starts with such a read (CUDA C++ Programming Guide, "Atomic
// functions"), and `if (x < *p) atomicMin(p, x)` saves needless atomics. Another thread may change the word
// in between; the atomic operation notices. So these reads do not race with atomic operations. One that is
// followed by an addition or an exchange does: nothing looks at its value again.
#include <stdlib.h>

#include "grader/warpsim/core/places.h"

static bool looks_again(const PtxInstruction *in) {
    return (named(in, "atom") || named(in, "red")) &&
           (ptx_has_suffix(in, "cas") || ptx_has_suffix(in, "min") || ptx_has_suffix(in, "max"));
}

static size_t count_looks_again(const PtxFunction *f) {
    size_t count = 0;
    for (int i = 0; i < f->code_count; i++) count += looks_again(&f->code[i]);
    return count;
}

static bool is_among(const PtxOperand *places, size_t count, const PtxOperand *place) {
    for (size_t i = count; i-- > 0;)
        if (same_place(&places[i], place)) return true;
    return false;
}

// From the end to the start: loads of the places that an instruction behind them looks at again.
bool find_tentative_loads(Decoder *d) {
    const PtxFunction *f = d->ptx;
    const size_t most = count_looks_again(f);
    if (most == 0) return true;
    PtxOperand *again = calloc(most, sizeof *again);
    const PtxInstruction **step = calloc((size_t)f->register_count + 1, sizeof *step);
    d->tentative = calloc((size_t)f->code_count, sizeof *d->tentative);
    const bool room = again && step && d->tentative && find_steps(f, step);
    size_t count = 0;
    for (int i = f->code_count; room && i-- > 0;) {
        const PtxInstruction *in = &f->code[i];
        const bool atomic = looks_again(in);
        const PtxOperand *address = atomic || named(in, "ld") ? address_in(in) : NULL;
        if (!address) continue;
        const PtxOperand place = resolved(address, step);
        if (!atomic)
            d->tentative[i] = is_among(again, count, &place);
        else if (!is_among(again, count, &place))
            again[count++] = place;
    }
    free(again), free(step);
    return room;
}

static void mark_register(bool *used, int reg) {
    if (reg >= 0) used[reg] = true;
}

static void mark_operand(bool *used, const PtxOperand *o) {
    mark_register(used, o->reg);
    for (int i = 0; i < o->count && o->elements; i++) mark_operand(used, &o->elements[i]);
}

// Registers that any instruction but a comparison reads.
static void mark_uses(const PtxFunction *f, bool *used) {
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *in = &f->code[i];
        const int results = (int)count_results(in);
        mark_register(used, in->guard);
        for (int k = 0; k < in->operand_count; k++)
            if (k >= results ? !named(in, "setp") : in->operand[k].kind == OPERAND_VECTOR)
                mark_operand(used, &in->operand[k]);
    }
}

bool find_looks(Decoder *d) {
    const PtxFunction *f = d->ptx;
    bool *used = calloc((size_t)f->register_count + 1, sizeof *used);
    d->look = calloc((size_t)f->code_count, sizeof *d->look);
    if (used && d->look) {
        mark_uses(f, used);
        for (int i = 0; i < f->code_count; i++) {
            const PtxInstruction *in = &f->code[i];
            d->look[i] = named(in, "ld") &&
                         (space_suffix(in) == SPACE_GLOBAL || space_suffix(in) == SPACE_GENERIC) &&
                         !type_is_float(type_suffix(in, 0)) && in->operand[0].kind == OPERAND_REG &&
                         !used[in->operand[0].reg];
        }
    }
    free(used);
    return d->look;
}
