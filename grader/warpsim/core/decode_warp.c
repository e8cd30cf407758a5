// Decoding warp-wide operations, fences, hints; and calls of functions that the simulator provides itself.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/family.h"

// The member mask of a .sync form is its last operand; older forms have none and mean the whole warp.
static Operand members(Decoder *d, int at) {
    return at < d->in->operand_count ? source(d, &d->in->operand[at], 4) : constant_32(d, ALL_LANES);
}

static bool decode_shuffle(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const u8 kind = has(d, "up")     ? SHUFFLE_UP
                    : has(d, "down") ? SHUFFLE_DOWN
                    : has(d, "bfly") ? SHUFFLE_BUTTERFLY
                                     : SHUFFLE_INDEX;
    const Operand a = source(d, &o[1], 4), b = source(d, &o[2], 4), c = source(d, &o[3], 4),
                  m = members(d, 4);
    const Operand to = result_direct(d, &o[0], 4);
    Op *op = emit(d, run_shuffle);
    op->kind = kind;
    op->d = to, op->a = a, op->b = b, op->c = c, op->more[1] = m;
    if (o[0].paired >= 0) {
        op->more[0] = d->place[o[0].paired];
        op->flags = 1;
    }
    return true;
}

static bool decode_vote(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const u8 kind = has(d, "ballot") ? VOTE_BALLOT
                    : has(d, "all")  ? VOTE_ALL
                    : has(d, "any")  ? VOTE_ANY
                                     : VOTE_UNI;
    const Operand a = predicate_of(d, &o[1]), m = members(d, 2);
    const Operand to = kind == VOTE_BALLOT ? result_direct(d, &o[0], 4) : predicate_of(d, &o[0]);
    Op *op = emit(d, run_vote);
    op->kind = kind;
    op->d = to, op->a = a, op->more[1] = m;
    op->flags = o[1].negated;
    return true;
}

static bool decode_match(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int size = ptx_type_size(type_suffix(d->in, 0));
    const Operand a = source(d, &o[1], size), m = members(d, 2), to = result_direct(d, &o[0], 4);
    Op *op = emit(d, run_match);
    op->kind = has(d, "all");
    op->width = (u8)size;
    op->d = to, op->a = a, op->more[1] = m;
    if (o[0].paired >= 0) {
        op->more[0] = d->place[o[0].paired];
        op->flags = 1;
    }
    return true;
}

static bool decode_reduce(Decoder *d) {
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
    const PtxOperand *o = d->in->operand;
    const PtxType type = type_suffix(d->in, 0);
    if (type_is_float(type) && (type != PTX_F32 || (!has(d, "min") && !has(d, "max")))) return false;
    for (u8 k = 0; k < 6; k++) {
        if (!has(d, names[k])) continue;
        const Operand a = source(d, &o[1], 4), m = members(d, 2), to = result_direct(d, &o[0], 4);
        Op *op = emit(d, run_reduce);
        op->kind = k;
        op->d = to, op->a = a, op->more[1] = m;
        op->flags =
            type == PTX_F32
                ? (u8)(REDUX_FLOAT | (has(d, "abs") ? REDUX_ABS : 0) | (has(d, "NaN") ? REDUX_NAN : 0))
                : (u8)(type_is_signed(type) ? REDUX_SIGNED : 0);
        return true;
    }
    return false;
}

bool decode_warp(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    if (named(d->in, "shfl")) return decode_shuffle(d);
    if (named(d->in, "vote")) return decode_vote(d);
    if (named(d->in, "match")) return decode_match(d);
    if (named(d->in, "redux")) return decode_reduce(d);
    if (named(d->in, "activemask")) {
        const Operand to = result_direct(d, &o[0], 4);
        emit(d, run_active_mask)->d = to;
        d->f->asks_active_lanes = true;
        return true;
    }
    if (named(d->in, "elect")) {
        const Operand to = result_direct(d, &o[0], 4), m = members(d, 1);
        const Operand p = o[0].paired >= 0 ? d->place[o[0].paired] : scratch(d);
        Op *op = emit(d, run_elect);
        op->d = to, op->more[0] = p, op->more[1] = m;
        return true;
    }
    if (named(d->in, "bar") || named(d->in, "barrier")) {
        if (!has(d, "warp")) return false;
        const Operand m = members(d, 0);
        emit(d, run_warp_barrier)->more[1] = m;
        return true;
    }
    if (named(d->in, "membar") || named(d->in, "fence")) {
        if (!has(d, "cta")) d->f->fences = true;
        emit(d, run_fence)->kind = scope_suffix(d);
        d->f->orders_parts = true;
        return true;
    }
    if (named(d->in, "nanosleep")) {
        const Operand time = source(d, &o[0], 4);
        emit(d, run_sleep)->a = time;
        return true;
    }
    // Kernels of a stream run one after the other, and registers are not counted out: nothing to carry out.
    return named(d->in, "pmevent") || named(d->in, "griddepcontrol") || named(d->in, "setmaxnreg");
}

// --- Functions without a body
// --------------------------------------------------------------------------------------

// A call argument, loaded from its row into a scratch slot.
static Operand argument(Decoder *d, int at, int width) {
    const PtxOperand *list = &d->in->operand[2];
    if (list->kind != OPERAND_LIST || at >= list->count || !list->elements[at].variable) {
        cannot(d, "a call with these arguments");
        return constant_64(d, 0);
    }
    const Operand to = scratch(d);
    emit_row_access(d, to, param_row_offset(d, list->elements[at].variable), width, width == 8, false);
    return to;
}

static void store_result(Decoder *d, Operand value, int width) {
    const PtxOperand *list = &d->in->operand[0];
    if (list->kind != OPERAND_LIST || list->count != 1 || !list->elements[0].variable) return;
    emit_row_access(d, value, param_row_offset(d, list->elements[0].variable), width, width == 8, true);
}

bool decode_call_of_builtin(Decoder *d) {
    if (!named(d->in, "call") || d->in->operand_count < 3 || !d->in->operand[1].function) return false;
    const char *name = d->in->operand[1].function->name;
    if (strcmp(name, "vprintf") == 0) {
        const Operand a = argument(d, 0, 8), b = argument(d, 1, 8), to = scratch(d);
        Op *op = emit(d, run_printf);
        op->d = to, op->a = a, op->b = b;
        store_result(d, to, 4);
        d->f->prints = true;
        return true;
    }
    if (strcmp(name, "__assertfail") == 0) {
        const Operand what = argument(d, 0, 8), file = argument(d, 1, 8), line = argument(d, 2, 4),
                      function = argument(d, 3, 8);
        Op *op = emit(d, run_assert_fail);
        op->a = what, op->more[0] = file, op->more[1] = line, op->more[2] = function;
        return true;
    }
    if (strcmp(name, "malloc") == 0) {
        const Operand size = argument(d, 0, 8), to = scratch(d);
        Op *op = emit(d, run_malloc);
        op->d = to, op->a = size;
        store_result(d, to, 8);
        d->f->ordered = true; // addresses are given out in the order of the threads
        return true;
    }
    if (strcmp(name, "free") == 0) {
        const Operand address = argument(d, 0, 8);
        emit(d, run_free)->a = address;
        d->f->ordered = true;
        return true;
    }
    EACH_FAMILY(f, decode_call) {
        if (f->decode_call(d, name)) return true;
    }
    char why[160];
    snprintf(why, sizeof why, "a call of %.80s, a function that the module does not contain", name);
    cannot(d, why);
    return true;
}
