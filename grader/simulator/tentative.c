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

static bool same_place(const PtxOperand *a, const PtxOperand *b) {
    return a->reg == b->reg && a->imm == b->imm && a->variable == b->variable;
}

// The last place in the text order that is looked at again, for each address register; the last element is
// for variables.
bool find_tentative_loads(Decoder *d) {
    const PtxFunction *f = d->ptx;
    const PtxOperand **again = NULL;
    for (int i = f->code_count; i-- > 0;) {
        const PtxInstruction *in = &f->code[i];
        const bool load = again && named(in, "ld");
        if (!load && !looks_again(in)) continue;
        const PtxOperand *address = address_in(in);
        if (!address) continue;
        if (!again) {
            again = calloc((size_t)f->register_count + 1, sizeof *again);
            d->tentative = calloc((size_t)f->code_count, sizeof *d->tentative);
            if (!again || !d->tentative) {
                free(again);
                return false;
            }
        }
        const PtxOperand **place = &again[address->reg >= 0 ? address->reg : f->register_count];
        if (!load)
            *place = address;
        else if (*place && same_place(*place, address))
            d->tentative[i] = true;
    }
    free(again);
    return true;
}
