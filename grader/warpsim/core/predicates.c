// Predicates: one bit a lane, kept in a single word; and the guard that narrows the mask for one instruction.
#include "grader/warpsim/core/special.h"

void run_predicate_logic(Warp *w, const Op *op) {
    const u32 a = predicate(w, op->a) ^ (op->flags & 1 ? ALL_LANES : 0);
    const u32 b = op->kind == PRED_MOV ? 0 : predicate(w, op->b) ^ (op->flags & 2 ? ALL_LANES : 0);
    u32 r;
    switch (op->kind) {
    case PRED_AND: r = a & b; break;
    case PRED_OR: r = a | b; break;
    case PRED_XOR: r = a ^ b; break;
    default: r = a; break;
    }
    set_predicate(w, op->d, r);
}

void run_constant_predicate(Warp *w, const Op *op) {
    set_predicate(w, op->d, op->imm ? ALL_LANES : 0);
}

void run_predicate_to_mask(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 p = predicate(w, op->a), one = op->flags & 1 ? ALL_LANES : 1;
    EACH_LANE_OF(w->mask, i) {
        d[i] = p >> i & 1 ? one : 0;
    }
}

void run_mask_to_predicate(Warp *w, const Op *op) {
    const u32 *a = lanes_of(w, op->a);
    u32 r = 0;
    for (int i = 0; i < LANES; i++) r |= (u32)(a[i] != 0) << i;
    set_predicate(w, op->d, r);
}

// The mask as it was is kept in `d`, a word of the frame.
void run_guard_begin(Warp *w, const Op *op) {
    *(u32 *)lanes_of(w, op->d) = w->mask;
    w->mask &= predicate(w, op->a) ^ (op->flags ? ALL_LANES : 0);
}

void run_guard_end(Warp *w, const Op *op) {
    w->mask = *(u32 *)lanes_of(w, op->d);
}
