// Decoding asynchronous copies (cp.async) and barriers in shared memory (mbarrier).
#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/families/clusters/decode_clusters.h"

// cp.async.ca.shared.global [to], [from], bytes{, bytes of the source}
static bool decode_copy(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int operands = d->in->operand_count;
    s64 to_offset, from_offset;
    if (operands < 3 || operands > 5 || o[2].kind != OPERAND_INT) return false;
    if (o[2].imm != 4 && o[2].imm != 8 && o[2].imm != 16) return false;
    const bool policy = has(d, "L2::cache_hint"), given = operands - policy > 3;
    if (given && o[3].kind == OPERAND_REG && d->ptx->registers[o[3].reg].type == PTX_PRED) return false;
    const Operand to = address_of(d, &o[0], &to_offset), from = address_of(d, &o[1], &from_offset);
    const Operand size = given ? source(d, &o[3], 4) : constant_32(d, (u32)o[2].imm);
    const u32 load = new_site(d, SPACE_GLOBAL, true, false), store = new_site(d, SPACE_SHARED, false, true);
    limit_to_array(d, store, &o[0]);
    Op *op = emit(d, run_copy);
    op->a = to, op->b = from, op->c = size;
    op->more[0] = (u32)to_offset, op->more[1] = (u32)from_offset, op->more[2] = store;
    op->width = (u8)o[2].imm;
    op->count = 1;
    op->site = load;
    return to_offset >= 0 && from_offset >= 0 && to_offset <= UINT32_MAX && from_offset <= UINT32_MAX;
}

static void emit_wait(Decoder *d, s64 allowed, u8 flags) {
    Op *op = emit(d, run_copy_wait);
    op->imm = allowed;
    op->flags = flags;
}

static Op *emit_mbarrier(Decoder *d, OpRun *run, const PtxOperand *address) {
    s64 offset;
    const Operand base = address_of(d, address, &offset);
    const u32 site = new_site(d, SPACE_SHARED, false, false);
    Op *op = emit(d, run);
    op->a = base;
    op->more[1] = (u32)offset;
    op->site = site;
    op->width = 8;
    op->count = 1;
    op->flags = ACCESS_ATOMIC | ACCESS_UPDATE;
    return op;
}

static bool decode_mbarrier(Decoder *d) {
    static const struct {
        const char *name;
        u8 kind;
    } names[] = {{"init", MBARRIER_INIT},        {"inval", MBARRIER_INVAL},
                 {"arrive", MBARRIER_ARRIVE},    {"arrive_drop", MBARRIER_DROP},
                 {"expect_tx", MBARRIER_EXPECT}, {"complete_tx", MBARRIER_COMPLETE}};
    const PtxOperand *o = d->in->operand;
    if (named(d->in, "mbarrier") && has(d, "pending_count")) {
        const Operand state = source(d, &o[1], 8), to = result_direct(d, &o[0], 4);
        Op *op = emit(d, run_mbarrier_pending);
        op->d = to, op->a = state;
        return true;
    }
    if (has(d, "test_wait") || has(d, "try_wait")) {
        const bool parity = has(d, "parity");
        const Operand phase = source(d, &o[2], parity ? 4 : 8), to = predicate_of(d, &o[0]);
        Op *op = emit_mbarrier(d, run_mbarrier_look, &o[1]);
        op->kind = MBARRIER_LOOK;
        op->d = to, op->b = phase;
        op->flags = (u8)(ACCESS_ATOMIC | (parity ? MBARRIER_PARITY : 0));
        return true;
    }
    int kind = -1;
    for (size_t i = 0; i < sizeof names / sizeof *names && kind < 0; i++)
        if (has(d, names[i].name)) kind = names[i].kind;
    if (kind == MBARRIER_ARRIVE && has(d, "expect_tx")) kind = MBARRIER_ARRIVE_EXPECT;
    const int at = o[0].kind == OPERAND_ADDRESS ? 0 : 1;
    if (kind < 0 || at >= d->in->operand_count || o[at].kind != OPERAND_ADDRESS) return false;
    const bool counted = d->in->operand_count > at + 1;
    const Operand count = counted ? source(d, &o[at + 1], 4) : constant_32(d, 1);
    const bool wanted = at == 1 && o[0].kind == OPERAND_REG;
    const Operand to = wanted ? result_direct(d, &o[0], 8) : 0;
    Op *op = emit_mbarrier(d, run_mbarrier, &o[at]);
    op->kind = (u8)kind;
    op->d = to, op->b = count;
    if (wanted) op->flags |= MBARRIER_RESULT;
    return true;
}

bool decode_asynchronous(Decoder *d) {
    if (named(d->in, "mbarrier")) return decode_mbarrier(d);
    if (has(d, "bulk") || named(d->in, "st") || named(d->in, "red")) return decode_bulk(d);
    if (!named(d->in, "cp") || !has(d, "async")) return false;
    if (has(d, "mbarrier")) { // an arrival when the thread's copies are done: they are done at once
        emit_wait(d, 0, WAIT_UNCOMMITTED | WAIT_ARRIVES);
        Op *op = emit_mbarrier(d, run_mbarrier, &d->in->operand[0]);
        op->b = constant_32(d, has(d, "noinc") ? 1 : 0);
        op->kind = MBARRIER_ARRIVE;
    } else if (has(d, "commit_group")) {
        emit(d, run_copy_commit);
    } else if (has(d, "wait_all")) {
        emit_wait(d, 0, WAIT_UNCOMMITTED);
    } else if (has(d, "wait_group")) {
        emit_wait(d, d->in->operand[0].imm, 0);
    } else {
        return decode_copy(d);
    }
    return true;
}
