// Where on its way a value lost a part of itself, or all: a conversion to a whole number, or from double to float, or a
// shuffle from a lane that has left the kernel or takes no part.
#include "grader/witness/parts.h"

enum { LOOKED_AT = 2000, WAITING = 256 };

// What the instruction takes from a value, for one that is stored in `width` bytes.
static Narrowing narrowing_of(const PtxInstruction *in, u32 width) {
    if (!named(in, "cvt")) return NARROWED_NOT;
    const PtxType from = type_suffix(in, 0), to = type_suffix(in, 1);
    if (type_is_float(from) && !type_is_float(to)) return NARROWED_WHOLE;
    return width == 8 && from == PTX_F64 && to == PTX_F32 ? NARROWED_FLOAT : NARROWED_NOT;
}

static Narrowing narrowing_at(const Witness *t, const Node *n, u32 width) {
    const Function *f;
    u32 at;
    if (n->kind == NODE_SHUFFLE)
        return n->b == SHUFFLE_FROM_LEFT   ? NARROWED_LEFT
               : n->b == SHUFFLE_FROM_IDLE ? NARROWED_IDLE
                                           : NARROWED_NOT;
    return n->kind == NODE_OPERATION && site_place(t, n->site, &f, &at)
               ? narrowing_of(&f->ptx->code[at], width)
               : NARROWED_NOT;
}

Narrowing find_narrowing(const Witness *t, u32 value, u32 width, u32 *node) {
    u32 waiting[WAITING], count = 0;
    Narrowing first = NARROWED_NOT;
    waiting[count++] = value;
    for (int seen = 0; count && seen < LOOKED_AT; seen++) {
        const u32 number = waiting[--count];
        const Node *n = graph_at(&t->graph, number);
        if (!number) continue;
        const Narrowing found = narrowing_at(t, n, width);
        if (found && (!first || number < *node)) {
            first = found;
            *node = number;
        }
        const bool whole = n->kind == NODE_OPERATION, parts = whole || n->kind == NODE_PAIR;
        const bool copy = n->kind == NODE_LOAD || n->kind == NODE_STORE || n->kind == NODE_SHUFFLE;
        const u32 inputs[] = {parts || copy ? n->a : 0, parts ? n->b : 0, whole ? n->c : 0};
        for (int i = 0; i < 3; i++)
            if (inputs[i] && count < WAITING) waiting[count++] = inputs[i];
    }
    return first;
}
