// Decoding what ends a basic block: branches, returns, calls, barriers.
#include <stdlib.h>

#include "grader/warpsim/core/decode.h"

static Function *function_of(const Program *p, const PtxFunction *ptx) {
    for (u32 i = 0; i < p->function_count; i++)
        if (p->functions[i].ptx == ptx) return &p->functions[i];
    return NULL;
}

// The rows of one side of a call: where each variable's rows start in the frame, and how many there are.
static bool list_rows(Decoder *d, const PtxOperand *list, u32 *count, Operand **places, u32 **rows) {
    *count = list->kind == OPERAND_LIST ? (u32)list->count : 0;
    *places = calloc(*count + 1, sizeof **places);
    *rows = calloc(*count + 1, sizeof **rows);
    if (!*places || !*rows) return false;
    for (u32 i = 0; i < *count; i++) {
        const PtxVariable *v = list->elements[i].variable;
        const bool has_rows = v && v->space == SPACE_PARAM && !param_of_kernel(d->ptx, v);
        if (!has_rows || param_row_offset(d, v) / 4 + (v->size + 3) / 4 > d->f->param_rows) {
            cannot(d, "a call with these arguments");
            return true;
        }
        (*places)[i] = operand_in(BANK_FRAME, d->f->param_offset + param_row_offset(d, v) * LANES);
        (*rows)[i] = (u32)(v->size + 3) / 4;
    }
    return true;
}

static void decode_call(Decoder *d, BasicBlock *b) {
    const PtxOperand *o = d->in->operand;
    CallSite *call = calloc(1, sizeof *call);
    if (!call || d->in->operand_count < 3 ||
        !list_rows(d, &o[0], &call->result_count, &call->results, &call->result_rows) ||
        !list_rows(d, &o[2], &call->param_count, &call->params, &call->param_rows)) {
        d->failed = true;
        return;
    }
    b->call = call;
    d->f->calls = true;
    if (o[1].kind == OPERAND_SYMBOL && o[1].function)
        call->callee = function_of(d->program, o[1].function);
    else if (o[1].kind == OPERAND_REG)
        b->selector = source(d, &o[1], 8);
    else
        cannot(d, "this form of call");
}

static void decode_barrier(Decoder *d, BasicBlock *b) {
    const PtxOperand *o = d->in->operand;
    BarrierSite *site = calloc(1, sizeof *site);
    if (!site) {
        d->failed = true;
        return;
    }
    b->barrier = site;
    if (has(d, "cluster")) { // its wait; the arrival is an operation of its own
        site->kind = BARRIER_CLUSTER;
        site->id = constant_32(d, CLUSTER_BARRIER);
        if (b->end_guarded) cannot(d, "a barrier under a predicate");
        return;
    }
    int at = 0;
    if (has(d, "red")) {
        site->kind = has(d, "and") ? BARRIER_AND : has(d, "or") ? BARRIER_OR : BARRIER_POPC;
        at = 1;
        const int last = d->in->operand_count - 1;
        if (last < at) return cannot(d, "this form of barrier");
        site->source = predicate_of(d, &o[last]);
        site->source_negated = o[last].negated;
        site->result = site->kind == BARRIER_POPC ? result_direct(d, &o[0], 4) : predicate_of(d, &o[0]);
        site->has_threads = d->in->operand_count > 3;
    } else {
        site->kind = has(d, "arrive") ? BARRIER_ARRIVE : BARRIER_SYNC;
        site->has_threads = d->in->operand_count > 1;
    }
    site->id = at < d->in->operand_count ? source(d, &o[at], 4) : constant_32(d, 0);
    const bool of_all = at >= d->in->operand_count || (o[at].kind == OPERAND_INT && o[at].imm == 0);
    d->f->orders_parts |= !of_all || site->has_threads || site->kind == BARRIER_ARRIVE;
    if (site->has_threads) site->threads = source(d, &o[at + 1], 4);
    if (b->end_guarded) cannot(d, "a barrier under a predicate");
}

void decode_end(Decoder *d, BasicBlock *b) {
    if (b->end_guarded || b->end == END_BRANCH) b->predicate = d->place[d->in->guard];
    switch (b->end) {
    case END_BRANCH:
    case END_JUMP:
        if (b->target < 0) b->target = -1; // a label at the very end: as ret
        break;
    case END_TABLE:
        b->selector = source(d, &d->in->operand[0], 4);
        if (b->target_count == 0 || b->end_guarded) cannot(d, "this form of brx.idx");
        break;
    case END_CALL: decode_call(d, b); break;
    case END_BARRIER: decode_barrier(d, b); break;
    default: break;
    }
}
