// Tentative loads: plain reads of what an atomic compare-and-swap, minimum or maximum at the same address
// looks at again.
//
// The loop that makes any operation atomic starts with such a read (CUDA C++ Programming Guide, "Atomic
// functions"), and `if (x < *p) atomicMin(p, x)` saves needless atomics. Another thread may change the word
// in between; the atomic operation notices. So these reads do not race with atomic operations. One that is
// followed by an addition or an exchange does: nothing looks at its value again.
#include <stdlib.h>

#include "grader/simulator/decode.h"

static bool looks_again(const PtxInstruction *in) {
    return (named(in, "atom") || named(in, "red")) &&
           (ptx_has_suffix(in, "cas") || ptx_has_suffix(in, "min") || ptx_has_suffix(in, "max"));
}

static const PtxOperand *address_in(const PtxInstruction *in) {
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].kind == OPERAND_ADDRESS) return &in->operand[i];
    return NULL;
}

// Where an address leads: a register, or the variable whose address that register was given.
static PtxOperand resolved(const PtxOperand *address, const PtxOperand *const *given) {
    PtxOperand o = *address;
    if (o.reg < 0 || !given[o.reg]) return o;
    o.variable = given[o.reg]->variable;
    o.imm += given[o.reg]->imm;
    o.reg = -1;
    return o;
}

static bool same_place(const PtxOperand *a, const PtxOperand *b) {
    return a->reg == b->reg && a->imm == b->imm && a->variable == b->variable;
}

static void find_given(const PtxFunction *f, const PtxOperand **given) {
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *in = &f->code[i];
        if (named(in, "mov") && in->operand[0].kind == OPERAND_REG && in->operand[1].kind == OPERAND_SYMBOL &&
            in->operand[1].variable)
            given[in->operand[0].reg] = &in->operand[1];
    }
}

static bool any_looks_again(const PtxFunction *f) {
    for (int i = 0; i < f->code_count; i++)
        if (looks_again(&f->code[i])) return true;
    return false;
}

// From the end to the start: the last place that is looked at again, for each address register; the last
// element is for variables.
bool find_tentative_loads(Decoder *d) {
    const PtxFunction *f = d->ptx;
    if (!any_looks_again(f)) return true;
    const size_t places = (size_t)f->register_count + 1;
    PtxOperand *again = calloc(places, sizeof *again);
    const PtxOperand **given = calloc(places, sizeof *given);
    d->tentative = calloc((size_t)f->code_count, sizeof *d->tentative);
    const bool room = again && given && d->tentative;
    if (room) find_given(f, given);
    for (int i = f->code_count; room && i-- > 0;) {
        const PtxInstruction *in = &f->code[i];
        const bool atomic = looks_again(in);
        const PtxOperand *address = atomic || named(in, "ld") ? address_in(in) : NULL;
        if (!address) continue;
        const PtxOperand to = resolved(address, given);
        PtxOperand *place = &again[to.reg >= 0 ? to.reg : f->register_count];
        if (atomic)
            *place = to;
        else
            d->tentative[i] = place->kind == OPERAND_ADDRESS && same_place(place, &to);
    }
    free(again), free(given);
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
            d->look[i] = named(in, "ld") && space_suffix(in) == SPACE_GLOBAL &&
                         !type_is_float(type_suffix(in, 0)) && in->operand[0].kind == OPERAND_REG &&
                         !used[in->operand[0].reg];
        }
    }
    free(used);
    return d->look;
}
