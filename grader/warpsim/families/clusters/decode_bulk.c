// Decoding bulk copies (cp.async.bulk, cp.reduce.async.bulk), st.async and red.async.
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/families/clusters/bulk_copies.h"
#include "grader/warpsim/families/clusters/decode_clusters.h"

static Operand address_into(Decoder *d, const PtxOperand *o, u64 *offset) {
    s64 signed_offset;
    const Operand base = address_of(d, o, &signed_offset);
    *offset = (u64)signed_offset;
    return base;
}

static BulkOp *new_bulk_op(Decoder *d) {
    static BulkOp lost; // written to when memory has run out
    BulkOp *b = keep_memory(d->program, sizeof *b);
    if (!b) d->failed = true;
    b = b ? b : &lost;
    b->reduce = BULK_NOT_REDUCED;
    return b;
}

static void emit_bulk(Decoder *d, OpRun *run, BulkOp *b) {
    Op *op = emit(d, run);
    op->imm = (s64)(intptr_t)b;
    op->site = b->store_site;
    op->width = BULK_UNIT;
    op->count = 1;
}

// What PTX offers as reductions of a bulk copy: `true` where the type and the operation go together.
static bool reduction_exists(const Decoder *d, int kind, PtxType type) {
    if (kind < 0 || kind > ATOMIC_XOR) return false;
    if (type_is_float(type))
        return kind == ATOMIC_ADD ||
               ((kind == ATOMIC_MIN || kind == ATOMIC_MAX) && ptx_type_size(type) == 2 && !has(d, "noftz"));
    return ptx_type_size(type) >= 4;
}

static PtxSpace space_of(const char *suffix) {
    if (strcmp(suffix, "global") == 0) return SPACE_GLOBAL;
    if (strcmp(suffix, "shared::cta") == 0 || strcmp(suffix, "shared::cluster") == 0) return SPACE_SHARED;
    return SPACE_GENERIC;
}

// cp.async.bulk.TO.FROM...: where the first two spaces stand among the suffixes.
static bool read_spaces(const Decoder *d, BulkOp *b) {
    int found = 0;
    for (int i = 0; i < d->in->suffix_count && found < 2; i++) {
        const PtxSpace space = space_of(d->in->suffix[i]);
        if (space == SPACE_GENERIC) continue;
        *(found++ ? &b->from_space : &b->to_space) = space;
    }
    return found == 2 && (b->to_space == SPACE_SHARED || b->from_space == SPACE_SHARED);
}

// [to], [from], bytes, then: the mbarrier and the ranks of a multicast, or nothing; then hints.
static bool decode_bulk_copy(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const bool reduces = has(d, "reduce"), to_shared = !has(d, "bulk_group");
    if (d->in->operand_count < (to_shared ? 4 : 3) || has(d, "cp_mask") || has(d, "ignore_oob") ||
        o[0].kind != OPERAND_ADDRESS || o[1].kind != OPERAND_ADDRESS ||
        (to_shared && o[3].kind != OPERAND_ADDRESS))
        return false;
    BulkOp *b = new_bulk_op(d);
    if (!read_spaces(d, b) || to_shared != (b->to_space == SPACE_SHARED)) return false;
    if (reduces) {
        const int kind = atomic_suffix(d);
        b->type = type_suffix(d->in, 0);
        if (!reduction_exists(d, kind, b->type)) return false;
        b->reduce = (u8)kind;
        if (type_is_float(b->type) && !to_shared) d->f->ordered = true;
    }
    b->to = address_into(d, &o[0], &b->to_offset);
    b->from = address_into(d, &o[1], &b->from_offset);
    b->bytes = source(d, &o[2], 4);
    if (to_shared) b->barrier = address_into(d, &o[3], &b->barrier_offset);
    b->multicast = has(d, "multicast::cluster");
    if (b->multicast) {
        if (d->in->operand_count < 5) return false;
        b->ranks = source(d, &o[4], 2);
    }
    b->load_site = new_site(d, b->from_space, true, false);
    b->store_site = new_site(d, b->to_space, false, true);
    emit_bulk(d, run_bulk_copy, b);
    return true;
}

// st.async [to], value or {values}, [mbarrier]
static bool decode_async_store(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int count = vector_count(d->in);
    const PtxType type = type_suffix(d->in, 0);
    const bool reduces = named(d->in, "red");
    if (d->in->operand_count != 3 || o[0].kind != OPERAND_ADDRESS || o[2].kind != OPERAND_ADDRESS ||
        count > MAX_ASYNC_VALUES || ptx_type_size(type) < 4 || count * ptx_type_size(type) > BULK_UNIT ||
        (count > 1 && (o[1].kind != OPERAND_VECTOR || o[1].count != count)))
        return false;
    BulkOp *b = new_bulk_op(d);
    if (reduces) {
        const int kind = atomic_suffix(d);
        if (count > 1 || type_is_float(type) || kind < 0 || kind > ATOMIC_XOR) return false;
        b->reduce = (u8)kind;
        b->type = type;
    }
    b->to_space = SPACE_SHARED;
    b->to = address_into(d, &o[0], &b->to_offset);
    b->barrier = address_into(d, &o[2], &b->barrier_offset);
    b->value_count = (u8)count;
    b->value_width = (u8)ptx_type_size(type);
    for (int v = 0; v < count; v++)
        b->value[v] = source(d, count > 1 ? &o[1].elements[v] : &o[1], b->value_width);
    b->store_site = new_site(d, SPACE_SHARED, false, true);
    emit_bulk(d, run_async_store, b);
    return true;
}

bool decode_bulk(Decoder *d) {
    if (!has(d, "async") || has(d, "tensor")) return false;
    if (named(d->in, "st") || named(d->in, "red")) return decode_async_store(d);
    if (!named(d->in, "cp")) return false;
    // Copies to global memory are done at once: there is nothing to wait for.
    if (has(d, "commit_group") || has(d, "wait_group")) return true;
    if (has(d, "prefetch")) return true;
    return decode_bulk_copy(d);
}
