// Carried loads: values that are read only to be put back where they were, with some of their bits replaced.
//
// That is how a bit-field is written: load, and, or, store to the same place. The first such write of a
// structure reads bits that were never written, and does nothing with them; no unwritten read is noted for
// it. What the other bits hold is not followed any further: the element counts as written from there on. An
// `or` alone, which a field that is filled with ones becomes, looks like `flags[i] |= 1`, often a mistake on
// memory that was not cleared: it stays noted.
#include <stdlib.h>

#include "grader/warpsim/core/places.h"

// What becomes of a register's value.
typedef struct {
    PtxOperand place; // where it is stored
    u8 width;         // of that store's elements; 0: nowhere
    bool whole;       // in one of the ways there no bit is replaced
    bool escapes;     // it is used for something else too
} Fate;

static bool stores_elsewhere(const Fate *fate, const Fate *other) {
    return fate->width && other->width &&
           (fate->width != other->width || !same_place(&fate->place, &other->place));
}

// The register's value becomes what `to` tells, too.
static void meet(Fate *fate, int reg, Fate to) {
    if (reg < 0) return;
    Fate *f = &fate[reg];
    f->escapes |= to.escapes || !to.width || stores_elsewhere(f, &to);
    f->whole |= to.whole;
    if (!f->width) f->width = to.width, f->place = to.place;
}

static void escape(Fate *fate, const PtxOperand *o) {
    if (o->reg >= 0) fate[o->reg].escapes = true;
    for (int i = 0; i < o->count && o->elements; i++) escape(fate, &o->elements[i]);
}

// Element k of what a load or a store moves, and its place.
static const PtxOperand *element(const PtxOperand *value, int k) {
    return value->kind == OPERAND_VECTOR ? &value->elements[k] : value;
}

static int element_count(const PtxOperand *value) {
    return value->kind == OPERAND_VECTOR ? value->count : 1;
}

static PtxOperand element_place(const PtxInstruction *in, const PtxInstruction *const *step, int k) {
    PtxOperand place = resolved(address_in(in), step);
    place.imm += k * ptx_type_size(type_suffix(in, 0));
    return place;
}

static bool moves_plainly(const PtxInstruction *in, const char *mnemonic) {
    return named(in, mnemonic) && in->operand_count >= 2 && address_in(in) &&
           !ptx_has_suffix(in, "volatile") && !type_is_float(type_suffix(in, 0));
}

static void meet_store(Fate *fate, const PtxInstruction *in, const PtxInstruction *const *step) {
    const PtxOperand *value = &in->operand[1];
    escape(fate, address_in(in));
    for (int k = 0; k < element_count(value); k++)
        meet(fate, element(value, k)->reg,
             (Fate){.place = element_place(in, step, k),
                    .width = (u8)ptx_type_size(type_suffix(in, 0)),
                    .whole = true});
}

// Operations that carry bits of a source to the same bits of the result. True where it is one of them.
static bool meet_operation(Fate *fate, const PtxInstruction *in) {
    const PtxOperand *o = in->operand;
    if (in->operand_count < 2 || o[0].kind != OPERAND_REG) return false;
    Fate to = fate[o[0].reg];
    if (named(in, "and") && o[1].kind == OPERAND_REG && o[2].kind == OPERAND_INT) {
        to.whole = false;
        meet(fate, o[1].reg, to);
        return true;
    }
    if (named(in, "bfi") && in->operand_count == 5 && o[2].kind == OPERAND_REG && o[3].kind == OPERAND_INT) {
        to.whole = false;
        escape(fate, &o[1]);
        meet(fate, o[2].reg, to);
        return true;
    }
    const bool joins = named(in, "or"), converts = named(in, "cvt") && !type_is_float(type_suffix(in, 0)) &&
                                                   !type_is_float(type_suffix(in, 1));
    if (!joins && !converts && !named(in, "mov")) return false;
    for (int k = 1; k < in->operand_count; k++) {
        if (o[k].kind == OPERAND_REG)
            meet(fate, o[k].reg, to);
        else
            escape(fate, &o[k]);
    }
    return true;
}

// From the end to the start, so that what becomes of a result is known where its sources are met.
static void find_fates(const PtxFunction *f, const PtxInstruction *const *step, Fate *fate) {
    for (int i = f->code_count; i-- > 0;) {
        const PtxInstruction *in = &f->code[i];
        if (in->guard >= 0) fate[in->guard].escapes = true;
        if (moves_plainly(in, "st")) {
            meet_store(fate, in, step);
        } else if (!meet_operation(fate, in)) {
            const int results = (int)count_results(in);
            for (int k = 0; k < in->operand_count; k++)
                if (k >= results) escape(fate, &in->operand[k]);
        }
    }
}

static bool is_carried(const PtxInstruction *in, const PtxInstruction *const *step, const Fate *fate,
                       const u8 *definitions) {
    const PtxOperand *value = &in->operand[0];
    for (int k = 0; k < element_count(value); k++) {
        const int reg = element(value, k)->reg;
        if (reg < 0 || definitions[reg] != 1) return false;
        const Fate *to = &fate[reg];
        const PtxOperand place = element_place(in, step, k);
        if (to->escapes || to->whole || to->width != ptx_type_size(type_suffix(in, 0)) ||
            !same_place(&to->place, &place))
            return false;
    }
    return true;
}

bool find_carried_loads(Decoder *d) {
    const PtxFunction *f = d->ptx;
    const size_t registers = (size_t)f->register_count + 1;
    const PtxInstruction **step = calloc(registers, sizeof *step);
    Fate *fate = calloc(registers, sizeof *fate);
    u8 *definitions = calloc(registers, sizeof *definitions);
    d->carried = calloc((size_t)f->code_count, sizeof *d->carried);
    const bool room = step && fate && definitions && d->carried && find_steps(f, step);
    if (room) {
        for (int i = 0; i < f->code_count; i++) mark_defined(&f->code[i], definitions);
        for (int r = 0; r < f->register_count; r++) fate[r].escapes = definitions[r] != 1;
        find_fates(f, step, fate);
        for (int i = 0; i < f->code_count; i++)
            d->carried[i] =
                moves_plainly(&f->code[i], "ld") && is_carried(&f->code[i], step, fate, definitions);
    }
    free(step), free(fate), free(definitions);
    return room;
}
