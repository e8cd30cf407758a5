// The __shared__ array that an address is made from: an index that runs out of it is wrong, wherever it leads.
//
// Compilers make each address from the array that the source names, and know nothing of what lies beside it. So an
// instruction whose address comes from one array, by whatever arithmetic and in whichever order, may use that array
// alone. Nothing is said of an address that may come from several arrays, as where a kernel exchanges pointers to
// them; of dynamic shared memory, which a kernel divides as it likes; and of pointers that were loaded or passed.
#include <stdlib.h>

#include "grader/warpsim/core/decode.h"

static const PtxVariable several; // or it is unknown which

static const PtxVariable *joined(const PtxVariable *a, const PtxVariable *b) {
    return !a || a == b ? b : !b ? a : &several;
}

static const PtxVariable *array_of(const PtxVariable *const *array, const PtxOperand *o) {
    const PtxVariable *v = NULL;
    if (o->kind == OPERAND_REG || (o->kind == OPERAND_ADDRESS && o->reg >= 0)) return array[o->reg];
    if ((o->kind == OPERAND_ADDRESS || o->kind == OPERAND_SYMBOL) && o->variable)
        return o->variable->space != SPACE_SHARED ? NULL : o->variable->is_extern ? &several : o->variable;
    for (int k = 0; k < o->count; k++) v = joined(v, array_of(array, &o->elements[k]));
    return v;
}

// What the instruction gives its results: numbers that are loaded are indexes, unless they are as wide as a pointer.
static const PtxVariable *source_array(const Decoder *d, const PtxInstruction *in) {
    const PtxVariable *v = NULL;
    if (named(in, "ld") || named(in, "atom")) {
        const PtxVariable *from = in->operand[1].variable;
        if (from && d->ptx->is_entry && param_of_kernel(d->ptx, from)) return NULL;
        return ptx_type_size(type_suffix(in, 0)) == 8 ? &several : NULL;
    }
    for (int k = 1; k < in->operand_count; k++) v = joined(v, array_of(d->array, &in->operand[k]));
    return v;
}

static bool add_to_result(const Decoder *d, const PtxOperand *to, const PtxVariable *v) {
    if (to->kind != OPERAND_REG || d->ptx->registers[to->reg].type == PTX_PRED) return false;
    const PtxVariable *before = d->array[to->reg];
    d->array[to->reg] = joined(before, v);
    return d->array[to->reg] != before;
}

bool find_shared_arrays(Decoder *d) {
    d->array = calloc((size_t)d->ptx->register_count + 1, sizeof *d->array);
    for (bool changed = d->array != NULL; changed;) {
        changed = false;
        for (int i = 0; i < d->ptx->code_count; i++) {
            const PtxInstruction *in = &d->ptx->code[i];
            const PtxVariable *v = count_results(in) && in->operand_count ? source_array(d, in) : NULL;
            const PtxOperand *to = &in->operand[0];
            if (!v) continue;
            const int results = to->kind == OPERAND_VECTOR ? to->count : 1;
            for (int k = 0; k < results; k++)
                changed |= add_to_result(d, to->kind == OPERAND_VECTOR ? &to->elements[k] : to, v);
        }
    }
    return d->array != NULL;
}

void limit_to_array(Decoder *d, u32 site, const PtxOperand *address) {
    const PtxVariable *v = array_of(d->array, address);
    if (d->failed || !v || v == &several || v->size == 0) return;
    d->program->sites[site].low = (u32)(uintptr_t)v->user;
    d->program->sites[site].high = (u32)((uintptr_t)v->user + v->size);
}
