// Places in memory that instructions name, followed back through the steps that made their addresses.
#include "grader/warpsim/core/places.h"

#include <stdlib.h>

const PtxOperand *address_in(const PtxInstruction *in) {
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].kind == OPERAND_ADDRESS) return &in->operand[i];
    return NULL;
}

static bool is_step(const PtxInstruction *in) {
    if (in->guard >= 0 || in->operand_count < 2 || in->operand[0].kind != OPERAND_REG) return false;
    const PtxOperand *from = &in->operand[1];
    if (named(in, "mov"))
        return from->kind == OPERAND_REG || (from->kind == OPERAND_SYMBOL && from->variable);
    if (named(in, "cvta")) return from->kind == OPERAND_REG;
    return named(in, "add") && from->kind == OPERAND_REG && in->operand[2].kind == OPERAND_INT;
}

void mark_defined(const PtxInstruction *in, u8 *definitions) {
    if (count_results(in) == 0) return;
    const PtxOperand *to = &in->operand[0];
    for (int k = 0; k < (to->kind == OPERAND_VECTOR ? to->count : 1); k++) {
        const PtxOperand *one = to->kind == OPERAND_VECTOR ? &to->elements[k] : to;
        if (one->kind == OPERAND_REG && definitions[one->reg] < 2) definitions[one->reg]++;
    }
}

bool find_steps(const PtxFunction *f, const PtxInstruction **step) {
    u8 *definitions = calloc((size_t)f->register_count + 1, sizeof *definitions);
    if (!definitions) return false;
    for (int i = 0; i < f->code_count; i++) mark_defined(&f->code[i], definitions);
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *in = &f->code[i];
        if (is_step(in) && definitions[in->operand[0].reg] == 1) step[in->operand[0].reg] = in;
    }
    free(definitions);
    return true;
}

PtxOperand resolved(const PtxOperand *address, const PtxInstruction *const *step) {
    PtxOperand o = *address;
    for (int depth = 0; o.reg >= 0 && step[o.reg] && depth < 16; depth++) {
        const PtxInstruction *in = step[o.reg];
        const PtxOperand *from = &in->operand[1];
        o.imm += named(in, "add") ? in->operand[2].imm : from->kind == OPERAND_SYMBOL ? from->imm : 0;
        o.variable = from->kind == OPERAND_SYMBOL ? from->variable : NULL;
        o.reg = from->kind == OPERAND_SYMBOL ? -1 : from->reg;
    }
    return o;
}

bool same_place(const PtxOperand *a, const PtxOperand *b) {
    return a->reg == b->reg && a->imm == b->imm && a->variable == b->variable;
}
