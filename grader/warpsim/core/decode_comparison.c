// Decoding comparisons and selections: setp, set, selp, slct, testp.
#include <string.h>

#include "grader/warpsim/core/decode.h"

typedef struct {
    const char *name;
    u8 kind; // CMP_...
    OpCode s16, u16, s32, u32, s64, u64, f32, f64;
} Comparison;

#define NO OP_COUNT
// clang-format off
#define INTEGER_ROW(op) OP_setp_##op##_s16, OP_setp_##op##_u16, OP_setp_##op##_s32, OP_setp_##op##_u32, \
                        OP_setp_##op##_s64, OP_setp_##op##_u64
#define UNSIGNED_ROW(op) OP_setp_##op##_u16, OP_setp_##op##_u16, OP_setp_##op##_u32, OP_setp_##op##_u32, \
                         OP_setp_##op##_u64, OP_setp_##op##_u64
#define SAME_ROW(op) OP_setp_##op##_16, OP_setp_##op##_16, OP_setp_##op##_32, OP_setp_##op##_32, \
                     OP_setp_##op##_64, OP_setp_##op##_64
#define FLOATS(op) OP_setp_##op##_f32, OP_setp_##op##_f64
#define NO_INTEGER NO, NO, NO, NO, NO, NO
static const Comparison comparisons[] = {
    {"eq", CMP_EQ, SAME_ROW(eq), FLOATS(eq)},        {"ne", CMP_NE, SAME_ROW(ne), FLOATS(ne)},
    {"lt", CMP_LT, INTEGER_ROW(lt), FLOATS(lt)},     {"le", CMP_LE, INTEGER_ROW(le), FLOATS(le)},
    {"gt", CMP_GT, INTEGER_ROW(gt), FLOATS(gt)},     {"ge", CMP_GE, INTEGER_ROW(ge), FLOATS(ge)},
    {"lo", CMP_LT, UNSIGNED_ROW(lt), NO, NO},        {"ls", CMP_LE, UNSIGNED_ROW(le), NO, NO},
    {"hi", CMP_GT, UNSIGNED_ROW(gt), NO, NO},        {"hs", CMP_GE, UNSIGNED_ROW(ge), NO, NO},
    {"equ", CMP_EQU, NO_INTEGER, FLOATS(equ)},       {"neu", CMP_NEU, NO_INTEGER, FLOATS(neu)},
    {"ltu", CMP_LTU, NO_INTEGER, FLOATS(ltu)},       {"leu", CMP_LEU, NO_INTEGER, FLOATS(leu)},
    {"gtu", CMP_GTU, NO_INTEGER, FLOATS(gtu)},       {"geu", CMP_GEU, NO_INTEGER, FLOATS(geu)},
    {"num", CMP_NUM, NO_INTEGER, FLOATS(num)},       {"nan", CMP_NAN, NO_INTEGER, FLOATS(nan)},
};
// clang-format on

static OpCode code_of(const Comparison *c, PtxType type) {
    switch (type) {
    case PTX_S16: return c->s16;
    case PTX_U16:
    case PTX_B16: return c->u16;
    case PTX_S32: return c->s32;
    case PTX_U32:
    case PTX_B32: return c->u32;
    case PTX_S64: return c->s64;
    case PTX_U64:
    case PTX_B64: return c->u64;
    case PTX_F32: return c->f32;
    case PTX_F64: return c->f64;
    default: return OP_COUNT;
    }
}

static const Comparison *comparison_of(const PtxInstruction *in) {
    for (size_t i = 0; in->suffix_count && i < sizeof comparisons / sizeof *comparisons; i++)
        if (strcmp(in->suffix[0], comparisons[i].name) == 0) return &comparisons[i];
    return NULL;
}

static Operand flushed_source(Decoder *d, const PtxOperand *o, PtxType type) {
    const Operand a = source(d, o, ptx_type_size(type));
    if (type != PTX_F32 || !has(d, "ftz")) return a;
    Op *op = emit_code(d, OP_flush_f32);
    op->a = a;
    op->d = scratch(d);
    return d->out->list[d->out->count - 1].d;
}

// Emits the comparison of two operands into a predicate; false when there is none for the type.
static bool emit_comparison(Decoder *d, const Comparison *c, PtxType type, const PtxOperand *a,
                            const PtxOperand *b, Operand to, Operand second) {
    if (type == PTX_F16 || type == PTX_F16X2 || type == PTX_BF16 || type == PTX_BF16X2) {
        const Operand x = source(d, a, 4), y = source(d, b, 4);
        Op *op = emit(d, run_half_compare);
        op->d = to, op->a = x, op->b = y;
        op->kind = c->kind;
        op->count = (u8)type;
        op->more[0] = second;
        op->flags = 1;
        return true;
    }
    const OpCode code = code_of(c, type);
    if (code == OP_COUNT) return false;
    const Operand x = flushed_source(d, a, type), y = flushed_source(d, b, type);
    Op *op = emit_code(d, code);
    op->d = to, op->a = x, op->b = y;
    return true;
}

static void emit_predicate(Decoder *d, u8 kind, Operand to, Operand a, Operand b, u8 negations) {
    Op *op = emit(d, run_predicate_logic);
    op->kind = kind;
    op->d = to, op->a = a, op->b = b;
    op->flags = negations;
}

// to = (not) a BOOL with, where BOOL is the instruction's .and, .or or .xor.
static void emit_combination(Decoder *d, Operand to, Operand a, bool negate, const PtxOperand *with) {
    const u8 kind = has(d, "and") ? PRED_AND : has(d, "or") ? PRED_OR : PRED_XOR;
    emit_predicate(d, kind, to, a, predicate_of(d, with), (u8)((negate ? 1 : 0) | (with->negated ? 2 : 0)));
}

// setp.CMP[.BOOL].type p[|q], a, b[, c]: p = (a CMP b) BOOL c, q = !(a CMP b) BOOL c; for f16x2 q is the high
// half.
static bool decode_setp(Decoder *d) {
    const Comparison *c = comparison_of(d->in);
    const PtxType type = type_suffix(d->in, 0);
    const PtxOperand *o = d->in->operand;
    if (!c || d->in->operand_count < 3) return false;
    const bool pair = type == PTX_F16X2 || type == PTX_BF16X2, combined = d->in->operand_count > 3;
    const Operand p = predicate_of(d, &o[0]);
    const bool has_q = o[0].paired >= 0;
    if (!has_q && !combined) return emit_comparison(d, c, type, &o[1], &o[2], p, scratch(d));
    const Operand q = has_q ? d->place[o[0].paired] : scratch(d);
    const Operand raw = scratch(d), raw_high = scratch(d);
    if (!emit_comparison(d, c, type, &o[1], &o[2], raw, raw_high)) return false;
    if (!combined) {
        emit_predicate(d, PRED_MOV, p, raw, raw, 0);
        if (has_q) emit_predicate(d, PRED_MOV, q, pair ? raw_high : raw, raw, pair ? 0 : 1);
        return true;
    }
    if (has_q && o[3].kind == OPERAND_REG &&
        o[3].reg == o[0].reg) { // p, changed first, would spoil the source
        emit_combination(d, q, pair ? raw_high : raw, !pair, &o[3]);
        emit_combination(d, p, raw, false, &o[3]);
        return true;
    }
    emit_combination(d, p, raw, false, &o[3]);
    if (has_q) emit_combination(d, q, pair ? raw_high : raw, !pair, &o[3]);
    return true;
}

// What stands for "true" in a result of the type: 1.0, or all ones.
static u32 true_of(PtxType type) {
    switch (type) {
    case PTX_F32: return 0x3f800000;
    case PTX_F16: return 0x3c00;
    case PTX_F16X2: return 0x3c003c00;
    case PTX_BF16: return 0x3f80;
    case PTX_BF16X2: return 0x3f803f80;
    default: return ~0u;
    }
}

static void emit_selection(Decoder *d, Operand to, Operand a, Operand b, Operand predicate) {
    Op *op = emit_code(d, OP_select_32);
    op->d = to, op->a = a, op->b = b, op->c = predicate;
}

// set.CMP[.BOOL].to.from d, a, b[, c]: 1.0 or all ones where (a CMP b) BOOL c holds; for pairs, in each half.
static bool decode_set(Decoder *d) {
    const Comparison *c = comparison_of(d->in);
    const PtxType from = type_suffix(d->in, 0), to_type = type_suffix(d->in, 1);
    const PtxOperand *o = d->in->operand;
    const bool pair = from == PTX_F16X2 || from == PTX_BF16X2;
    const bool masks = to_type == PTX_U32 || to_type == PTX_S32; // of a pair: all ones in each half
    if (!c || d->in->operand_count < 3 || (pair && to_type != from && !masks)) return false;
    const Operand low = scratch(d), high = scratch(d);
    if (!emit_comparison(d, c, from, &o[1], &o[2], low, high)) return false;
    if (d->in->operand_count > 3) {
        emit_combination(d, low, low, false, &o[3]);
        if (pair) emit_combination(d, high, high, false, &o[3]);
    }
    const u32 yes = true_of(to_type);
    const Operand zero = constant_32(d, 0), to = result(d, &o[0], 4);
    if (!pair) {
        emit_selection(d, to, constant_32(d, yes), zero, low);
        return true;
    }
    const Operand lower = scratch(d), upper = scratch(d);
    emit_selection(d, lower, constant_32(d, yes & 0xffff), zero, low);
    emit_selection(d, upper, constant_32(d, yes & 0xffff0000), zero, high);
    Op *op = emit_code(d, OP_or_32);
    op->d = to, op->a = lower, op->b = upper;
    return true;
}

static bool decode_selp(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int size = ptx_type_size(type_suffix(d->in, 0));
    const Operand a = source(d, &o[1], size), b = source(d, &o[2], size), p = predicate_of(d, &o[3]);
    const Operand to = result(d, &o[0], size);
    Op *op = emit_code(d, size == 8 ? OP_select_64 : OP_select_32);
    op->d = to, op->a = a, op->b = b, op->c = p;
    op->flags = o[3].negated;
    return true;
}

// slct.type.{s32,f32} d, a, b, c: a where c >= 0.
static bool decode_slct(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int size = ptx_type_size(type_suffix(d->in, 1));
    const PtxType by = type_suffix(d->in, 0);
    const Operand a = source(d, &o[1], size), b = source(d, &o[2], size), c = flushed_source(d, &o[3], by);
    const Operand zero = constant_32(d, 0), p = scratch(d), to = result(d, &o[0], size);
    Op *compare = emit_code(d, by == PTX_F32 ? OP_setp_ge_f32 : OP_setp_ge_s32);
    compare->d = p, compare->a = c, compare->b = zero;
    Op *op = emit_code(d, size == 8 ? OP_select_64 : OP_select_32);
    op->d = to, op->a = a, op->b = b, op->c = p;
    return true;
}

static bool decode_testp(Decoder *d) {
    static const char *const names[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
    const int size = ptx_type_size(type_suffix(d->in, 0));
    for (u8 k = 0; k < 6; k++) {
        if (!has(d, names[k])) continue;
        const Operand a = source(d, &d->in->operand[1], size), to = predicate_of(d, &d->in->operand[0]);
        Op *op = emit(d, run_testp);
        op->d = to, op->a = a;
        op->kind = k;
        op->width = (u8)size;
        return true;
    }
    return false;
}

bool decode_comparison(Decoder *d) {
    if (named(d->in, "setp")) return decode_setp(d);
    if (named(d->in, "set")) return decode_set(d);
    if (named(d->in, "selp")) return decode_selp(d);
    if (named(d->in, "slct")) return decode_slct(d);
    if (named(d->in, "testp")) return decode_testp(d);
    return false;
}
