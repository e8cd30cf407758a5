// Decoding arithmetic and logic: mnemonic and type to an operation of the table.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/decode.h"

// A mnemonic with up to five operations, chosen by the kind of its type; OP_COUNT where there is none.
typedef struct {
    const char *mnemonic;
    int sources;
    OpCode s16, u16, s32, u32, s64, u64, f32, f64;
} Row;

// clang-format off
#define NO OP_COUNT
static const Row rows[] = {
    // mnemonic  n  s16            u16            s32            u32            s64            u64            f32             f64
    {"add",      2, OP_add_16,     OP_add_16,     OP_add_32,     OP_add_32,     OP_add_64,     OP_add_64,     OP_add_f32,     OP_add_f64},
    {"sub",      2, OP_sub_16,     OP_sub_16,     OP_sub_32,     OP_sub_32,     OP_sub_64,     OP_sub_64,     OP_sub_f32,     OP_sub_f64},
    {"mul",      2, NO,            NO,            NO,            NO,            NO,            NO,            OP_mul_f32,     OP_mul_f64},
    {"mul.lo",   2, OP_mul_lo_16,  OP_mul_lo_16,  OP_mul_lo_32,  OP_mul_lo_32,  OP_mul_lo_64,  OP_mul_lo_64,  NO,             NO},
    {"mul.hi",   2, OP_mul_hi_s16, OP_mul_hi_u16, OP_mul_hi_s32, OP_mul_hi_u32, OP_mul_hi_s64, OP_mul_hi_u64, NO,             NO},
    {"mul24.lo", 2, NO,            NO,            OP_mul24_lo_s32, OP_mul24_lo_u32, NO,        NO,            NO,             NO},
    {"mul24.hi", 2, NO,            NO,            OP_mul24_hi_s32, OP_mul24_hi_u32, NO,        NO,            NO,             NO},
    {"mad.lo",   3, OP_mad_lo_16,  OP_mad_lo_16,  OP_mad_lo_32,  OP_mad_lo_32,  OP_mad_lo_64,  OP_mad_lo_64,  NO,             NO},
    {"mad.hi",   3, OP_mad_hi_s16, OP_mad_hi_u16, OP_mad_hi_s32, OP_mad_hi_u32, OP_mad_hi_s64, OP_mad_hi_u64, NO,             NO},
    {"mad24.lo", 3, NO,            NO,            OP_mad24_lo_s32, OP_mad24_lo_u32, NO,        NO,            NO,             NO},
    {"mad24.hi", 3, NO,            NO,            OP_mad24_hi_s32, OP_mad24_hi_u32, NO,        NO,            NO,             NO},
    {"mad",      3, NO,            NO,            NO,            NO,            NO,            NO,            OP_fma_f32,     OP_fma_f64},
    {"fma",      3, NO,            NO,            NO,            NO,            NO,            NO,            OP_fma_f32,     OP_fma_f64},
    {"sad",      3, OP_sad_s16,    OP_sad_u16,    OP_sad_s32,    OP_sad_u32,    OP_sad_s64,    OP_sad_u64,            NO,             NO},
    {"div",      2, OP_div_s16,    OP_div_u16,    OP_div_s32,    OP_div_u32,    OP_div_s64,    OP_div_u64,    OP_div_f32,     OP_div_f64},
    {"rem",      2, OP_rem_s16,    OP_rem_u16,    OP_rem_s32,    OP_rem_u32,    OP_rem_s64,    OP_rem_u64,    NO,             NO},
    {"abs",      1, OP_abs_s16,    NO,            OP_abs_s32,    NO,            OP_abs_s64,    NO,            OP_abs_f32,     OP_abs_f64},
    {"neg",      1, OP_neg_16,     OP_neg_16,     OP_neg_32,     OP_neg_32,     OP_neg_64,     OP_neg_64,     OP_neg_f32,     OP_neg_f64},
    {"min",      2, OP_min_s16,    OP_min_u16,    OP_min_s32,    OP_min_u32,    OP_min_s64,    OP_min_u64,    OP_min_f32,     OP_min_f64},
    {"max",      2, OP_max_s16,    OP_max_u16,    OP_max_s32,    OP_max_u32,    OP_max_s64,    OP_max_u64,    OP_max_f32,     OP_max_f64},
    {"rcp",      1, NO,            NO,            NO,            NO,            NO,            NO,            OP_rcp_f32,     OP_rcp_f64},
    {"sqrt",     1, NO,            NO,            NO,            NO,            NO,            NO,            OP_sqrt_f32,    OP_sqrt_f64},
    {"rsqrt",    1, NO,            NO,            NO,            NO,            NO,            NO,            OP_rsqrt_f32,   OP_rsqrt_f64},
    {"sin",      1, NO,            NO,            NO,            NO,            NO,            NO,            OP_sin_f32,     NO},
    {"cos",      1, NO,            NO,            NO,            NO,            NO,            NO,            OP_cos_f32,     NO},
    {"ex2",      1, NO,            NO,            NO,            NO,            NO,            NO,            OP_ex2_f32,     NO},
    {"lg2",      1, NO,            NO,            NO,            NO,            NO,            NO,            OP_lg2_f32,     NO},
    {"tanh",     1, NO,            NO,            NO,            NO,            NO,            NO,            OP_tanh_f32,    NO},
    {"copysign", 2, NO,            NO,            NO,            NO,            NO,            NO,            OP_copysign_f32, OP_copysign_f64},
    {"and",      2, OP_and_32,     OP_and_32,     OP_and_32,     OP_and_32,     OP_and_64,     OP_and_64,     NO,             NO},
    {"or",       2, OP_or_32,      OP_or_32,      OP_or_32,      OP_or_32,      OP_or_64,      OP_or_64,      NO,             NO},
    {"xor",      2, OP_xor_32,     OP_xor_32,     OP_xor_32,     OP_xor_32,     OP_xor_64,     OP_xor_64,     NO,             NO},
    {"not",      1, OP_not_16,     OP_not_16,     OP_not_32,     OP_not_32,     OP_not_64,     OP_not_64,     NO,             NO},
    {"cnot",     1, OP_cnot_32,    OP_cnot_32,            OP_cnot_32,    OP_cnot_32,    OP_cnot_64,    OP_cnot_64,    NO,             NO},
    {"brev",     1, NO,            NO,            OP_brev_32,    OP_brev_32,    OP_brev_64,    OP_brev_64,    NO,             NO},
};
// clang-format on

// The same operation with subnormals flushed; OP_COUNT where .ftz changes nothing that is not said otherwise.
static OpCode flushed(OpCode code) {
    static const OpCode pairs[][2] = {
        {OP_add_f32, OP_add_ftz_f32},         {OP_sub_f32, OP_sub_ftz_f32},
        {OP_mul_f32, OP_mul_ftz_f32},         {OP_fma_f32, OP_fma_ftz_f32},
        {OP_div_f32, OP_div_ftz_f32},         {OP_div_approx_f32, OP_div_approx_ftz_f32},
        {OP_min_nan_f32, OP_min_nan_ftz_f32}, {OP_max_nan_f32, OP_max_nan_ftz_f32},
        {OP_rcp_f32, OP_rcp_ftz_f32},         {OP_rcp_f64, OP_rcp_ftz_f64},
        {OP_sqrt_f32, OP_sqrt_ftz_f32},       {OP_rsqrt_f32, OP_rsqrt_ftz_f32},
        {OP_rsqrt_f64, OP_rsqrt_ftz_f64},     {OP_sin_f32, OP_sin_ftz_f32},
        {OP_cos_f32, OP_cos_ftz_f32},         {OP_ex2_f32, OP_ex2_ftz_f32},
        {OP_lg2_f32, OP_lg2_ftz_f32},         {OP_abs_f32, OP_abs_ftz_f32},
        {OP_neg_f32, OP_neg_ftz_f32},         {OP_min_f32, OP_min_ftz_f32},
        {OP_max_f32, OP_max_ftz_f32},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] == code) return pairs[i][1];
    return OP_COUNT;
}

static OpCode pick(const Row *row, PtxType type) {
    switch (type) {
    case PTX_S16: return row->s16;
    case PTX_U16:
    case PTX_B16: return row->u16;
    case PTX_S32: return row->s32;
    case PTX_U32:
    case PTX_B32: return row->u32;
    case PTX_S64: return row->s64;
    case PTX_U64:
    case PTX_B64: return row->u64;
    case PTX_F32: return row->f32;
    case PTX_F64: return row->f64;
    default: return OP_COUNT;
    }
}

static const Row *find_row(const PtxInstruction *in) {
    const char *part = ptx_has_suffix(in, "lo") ? ".lo" : ptx_has_suffix(in, "hi") ? ".hi" : "";
    char full[40];
    snprintf(full, sizeof full, "%.30s%s", in->mnemonic, part);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].mnemonic, full) == 0) return &rows[i];
    return NULL;
}

// The operands of a lane-wise operation that all have the size of its type.
static void emit_plain(Decoder *d, OpCode code, int sources, int size) {
    const PtxOperand *o = d->in->operand;
    if (d->in->operand_count < 1 + sources) {
        cannot(d, "this number of operands");
        return;
    }
    const Operand a = source(d, &o[1], size);
    const Operand b = sources > 1 ? source(d, &o[2], size) : 0;
    const Operand c = sources > 2 ? source(d, &o[3], size) : 0;
    const Operand to = result(d, &o[0], size);
    Op *op = emit_code(d, code);
    op->d = to, op->a = a, op->b = b, op->c = c;
}

// .sat clamps the result to [0, 1]; what came out last is clamped in place.
static void saturate(Decoder *d, PtxType type) {
    if (!has(d, "sat") || (type != PTX_F32 && type != PTX_F64) || d->out->count == 0) return;
    const Operand at = d->out->list[d->out->count - 1].d;
    Op *op = emit_code(d, type == PTX_F32 ? OP_sat_f32 : OP_sat_f64);
    op->d = op->a = at;
}

static bool decode_half(Decoder *d, PtxType type) {
    if (has(d, "xorsign") || has(d, "oob")) return false;
    static const struct {
        const char *mnemonic;
        u8 kind;
        int sources;
    } ops[] = {
        {"add", HALF_ADD, 2}, {"sub", HALF_SUB, 2},   {"mul", HALF_MUL, 2}, {"fma", HALF_FMA, 3},
        {"neg", HALF_NEG, 1}, {"abs", HALF_ABS, 1},   {"min", HALF_MIN, 2}, {"max", HALF_MAX, 2},
        {"ex2", HALF_EX2, 1}, {"tanh", HALF_TANH, 1},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (!named(d->in, ops[i].mnemonic)) continue;
        const PtxOperand *o = d->in->operand;
        const Operand a = source(d, &o[1], 4);
        const Operand b = ops[i].sources > 1 ? source(d, &o[2], 4) : a,
                      c = ops[i].sources > 2 ? source(d, &o[3], 4) : a;
        const Operand to = result_direct(d, &o[0], 4);
        Op *op = emit(d, run_half);
        op->d = to, op->a = a, op->b = b, op->c = c;
        op->kind = ops[i].kind;
        op->count = (u8)type;
        op->flags = (u8)((has(d, "sat") ? 1 : 0) | (has(d, "relu") ? 2 : 0) | (has(d, "NaN") ? 4 : 0) |
                         (has(d, "ftz") ? 8 : 0));
        return true;
    }
    return false;
}

// add, sub, mul, fma, div, rcp, sqrt with .rz, .rm or .rp.
static bool decode_rounded(Decoder *d, PtxType type) {
    static const struct {
        const char *mnemonic;
        u8 kind;
        int sources;
    } ops[] = {{"add", FLOAT_ADD, 2}, {"sub", FLOAT_SUB, 2}, {"mul", FLOAT_MUL, 2}, {"div", FLOAT_DIV, 2},
               {"fma", FLOAT_FMA, 3}, {"mad", FLOAT_FMA, 3}, {"rcp", FLOAT_RCP, 1}, {"sqrt", FLOAT_SQRT, 1}};
    const Rounding rounding = rounding_suffix(d->in, NULL);
    if ((type != PTX_F32 && type != PTX_F64) || rounding == ROUND_NONE || rounding == ROUND_NEAREST)
        return false;
    const int size = ptx_type_size(type);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (!named(d->in, ops[i].mnemonic)) continue;
        const PtxOperand *o = d->in->operand;
        const Operand a = source(d, &o[1], size);
        const Operand b = ops[i].sources > 1 ? source(d, &o[2], size) : a;
        const Operand c = ops[i].sources > 2 ? source(d, &o[3], size) : a;
        const Operand to = result(d, &o[0], size); // not direct: saturate() changes all lanes
        Op *op = emit(d, type == PTX_F32 ? run_rounded_f32 : run_rounded_f64);
        op->d = to, op->a = a, op->b = b, op->c = c;
        op->kind = ops[i].kind;
        op->flags = has(d, "ftz");
        op->imm = rounding;
        saturate(d, type);
        return true;
    }
    return false;
}

static bool decode_carry(Decoder *d, PtxType type) {
    const char *m = d->in->mnemonic;
    const bool in = strcmp(m, "addc") == 0 || strcmp(m, "subc") == 0 || strcmp(m, "madc") == 0;
    if (!in && !has(d, "cc")) return false;
    const CarryKind kind = {
        .subtract = m[0] == 's',
        .multiply = m[0] == 'm',
        .high = has(d, "hi"),
        .is_signed = type_is_signed(type),
        .wide = ptx_type_size(type) == 8,
        .carry_in = in,
        .carry_out = has(d, "cc"),
    };
    const PtxOperand *o = d->in->operand;
    const int size = ptx_type_size(type);
    const Operand a = source(d, &o[1], size), b = source(d, &o[2], size);
    const Operand c = kind.multiply ? source(d, &o[3], size) : a;
    const Operand to = result_direct(d, &o[0], size);
    Op *op = emit(d, run_carry);
    op->d = to, op->a = a, op->b = b, op->c = c;
    op->kind = carry_kind(&kind);
    return true;
}

// Results or sources of another size than the type says.
static bool decode_mixed(Decoder *d, PtxType type) {
    const PtxOperand *o = d->in->operand;
    const int size = ptx_type_size(type);
    OpCode code = OP_COUNT;
    Operand b = 0, c = 0;
    int result_size = 4;
    if (named(d->in, "mul") && has(d, "wide")) {
        code = type == PTX_S16   ? OP_mul_wide_s16
               : type == PTX_U16 ? OP_mul_wide_u16
               : type == PTX_S32 ? OP_mul_wide_s32
                                 : OP_mul_wide_u32;
        b = source(d, &o[2], size);
        result_size = size == 2 ? 4 : 8;
    } else if (named(d->in, "mad") && has(d, "wide")) {
        code = type == PTX_S16   ? OP_mad_wide_s16
               : type == PTX_U16 ? OP_mad_wide_u16
               : type == PTX_S32 ? OP_mad_wide_s32
                                 : OP_mad_wide_u32;
        b = source(d, &o[2], size);
        result_size = size == 2 ? 4 : 8;
        c = source(d, &o[3], result_size);
    } else if (named(d->in, "shl")) {
        code = size == 2 ? OP_shl_16 : size == 4 ? OP_shl_32 : OP_shl_64;
        b = source(d, &o[2], 4);
        result_size = size;
    } else if (named(d->in, "shr")) {
        const bool s = type_is_signed(type);
        code = size == 2   ? (s ? OP_shr_s16 : OP_shr_u16)
               : size == 4 ? (s ? OP_shr_s32 : OP_shr_u32)
               : s         ? OP_shr_s64
                           : OP_shr_u64;
        b = source(d, &o[2], 4);
        result_size = size;
    } else if (named(d->in, "popc")) {
        code = size == 8 ? OP_popc_64 : OP_popc_32;
    } else if (named(d->in, "clz")) {
        code = size == 8 ? OP_clz_64 : OP_clz_32;
    } else if (named(d->in, "bfind")) {
        code = type == PTX_U32   ? OP_bfind_u32
               : type == PTX_S32 ? OP_bfind_s32
               : type == PTX_U64 ? OP_bfind_u64
                                 : OP_bfind_s64;
    } else if (named(d->in, "bfe")) {
        code = type == PTX_U32   ? OP_bfe_u32
               : type == PTX_S32 ? OP_bfe_s32
               : type == PTX_U64 ? OP_bfe_u64
                                 : OP_bfe_s64;
        b = source(d, &o[2], 4);
        c = source(d, &o[3], 4);
        result_size = size;
    } else {
        return false;
    }
    const Operand a = source(d, &o[1], size), to = result(d, &o[0], result_size);
    Op *op = emit_code(d, code);
    op->d = to, op->a = a, op->b = b, op->c = c;
    op->imm = has(d, "shiftamt");
    return true;
}

// lop3.BOOL d|p, a, b, c, table, q: p = (d != 0) BOOL q.
static bool decode_lop3_with_predicate(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    if (d->in->operand_count != 6 || (!has(d, "and") && !has(d, "or"))) return false;
    const Operand a = source(d, &o[1], 4), b = source(d, &o[2], 4), c = source(d, &o[3], 4);
    const Operand q = predicate_of(d, &o[5]), value = scratch(d), differs = scratch(d);
    Op *op = emit_code(d, OP_lop3);
    op->d = value, op->a = a, op->b = b, op->c = c;
    op->imm = o[4].imm;
    op = emit_code(d, OP_setp_ne_32);
    op->d = differs, op->a = value, op->b = constant_32(d, 0);
    if (o[0].paired >= 0) {
        op = emit(d, run_predicate_logic);
        op->kind = has(d, "and") ? PRED_AND : PRED_OR;
        op->d = d->place[o[0].paired], op->a = differs, op->b = q;
        op->flags = o[5].negated ? 2 : 0;
    }
    const Operand to = result(d, &o[0], 4); // written last: it may be a source as well
    op = emit_code(d, OP_mov_32);
    op->d = to, op->a = value;
    return true;
}

// .relu of integers: what came out last, if negative, becomes 0.
static void cut_off_negative(Decoder *d, OpCode maximum) {
    if (!has(d, "relu") || d->out->count == 0) return;
    const Operand at = d->out->list[d->out->count - 1].d, zero = constant_32(d, 0);
    Op *op = emit_code(d, maximum);
    op->d = op->a = at, op->b = zero;
}

// add, min and max on two 16-bit integers in a word.
static bool decode_integer_pairs(Decoder *d) {
    const bool is_signed = has(d, "s16x2");
    if (!is_signed && !has(d, "u16x2")) return false;
    const OpCode code = named(d->in, "add")   ? OP_add_16x2
                        : named(d->in, "min") ? (is_signed ? OP_min_s16x2 : OP_min_u16x2)
                        : named(d->in, "max") ? (is_signed ? OP_max_s16x2 : OP_max_u16x2)
                                              : OP_COUNT;
    if (code == OP_COUNT || has(d, "sat")) return false;
    emit_plain(d, code, 2, 4);
    cut_off_negative(d, OP_max_s16x2);
    return true;
}

static bool decode_bits(Decoder *d, PtxType type) {
    const PtxOperand *o = d->in->operand;
    if (named(d->in, "bfi")) {
        const int size = ptx_type_size(type);
        const Operand a = source(d, &o[1], size), b = source(d, &o[2], size);
        const Operand c = source(d, &o[3], 4), n = source(d, &o[4], 4), to = result(d, &o[0], size);
        Op *op = emit_code(d, size == 8 ? OP_bfi_64 : OP_bfi_32);
        op->d = to, op->a = a, op->b = b, op->c = c, op->more[0] = n;
        return true;
    }
    OpCode code;
    s64 imm = 0;
    int sources = 3;
    if (named(d->in, "prmt")) {
        static const char *const modes[] = {"", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
        code = OP_prmt;
        for (int k = 1; k < 7; k++)
            if (has(d, modes[k])) imm = k;
    } else if (named(d->in, "lop3")) {
        if (d->in->operand_count != 5) return decode_lop3_with_predicate(d);
        code = OP_lop3;
        imm = d->in->operand[4].imm;
    } else if (named(d->in, "shf")) {
        code = has(d, "l") ? (has(d, "wrap") ? OP_shf_l_wrap : OP_shf_l_clamp)
                           : (has(d, "wrap") ? OP_shf_r_wrap : OP_shf_r_clamp);
    } else if (named(d->in, "dp4a")) {
        const bool a = type_is_signed(type_suffix(d->in, 1)), b = type_is_signed(type_suffix(d->in, 0));
        code = a ? (b ? OP_dp4a_ss : OP_dp4a_su) : (b ? OP_dp4a_us : OP_dp4a_uu);
    } else if (named(d->in, "dp2a")) {
        const bool a = type_is_signed(type_suffix(d->in, 1)), b = type_is_signed(type_suffix(d->in, 0));
        code = a ? (b ? OP_dp2a_ss : OP_dp2a_su) : (b ? OP_dp2a_us : OP_dp2a_uu);
        imm = has(d, "hi") ? 16 : 0; // which half of b
    } else if (named(d->in, "fns")) {
        code = OP_fns;
    } else if (named(d->in, "bmsk")) {
        code = has(d, "wrap") ? OP_bmsk_wrap : OP_bmsk_clamp;
        sources = 2;
    } else if (named(d->in, "szext")) {
        code = has(d, "wrap") ? (type == PTX_S32 ? OP_szext_wrap_s32 : OP_szext_wrap_u32)
                              : (type == PTX_S32 ? OP_szext_s32 : OP_szext_u32);
        sources = 2;
    } else {
        return false;
    }
    emit_plain(d, code, sources, 4);
    if (!d->reason[0] && d->out->count) d->out->list[d->out->count - 1].imm = imm;
    return true;
}

static bool decode_video(Decoder *d) {
    const bool four = named(d->in, "vabsdiff4");
    if (!four && !named(d->in, "vabsdiff2")) return false;
    const PtxOperand *o = d->in->operand;
    const Operand a = source(d, &o[1], 4), b = source(d, &o[2], 4), c = source(d, &o[3], 4);
    const Operand to = result_direct(d, &o[0], 4);
    Op *op = emit(d, run_video);
    op->d = to, op->a = a, op->b = b, op->c = c;
    op->kind = four ? 4 : 2;
    op->flags = (u8)((type_suffix(d->in, 0) == PTX_S32 ? 1 : 0) | (has(d, "add") ? 2 : 0));
    return true;
}

static bool decode_predicates(Decoder *d) {
    static const struct {
        const char *mnemonic;
        u8 kind;
    } ops[] = {{"and", PRED_AND}, {"or", PRED_OR}, {"xor", PRED_XOR}, {"not", PRED_MOV}, {"mov", PRED_MOV}};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (!named(d->in, ops[i].mnemonic)) continue;
        const PtxOperand *o = d->in->operand;
        const Operand a = predicate_of(d, &o[1]), b = d->in->operand_count > 2 ? predicate_of(d, &o[2]) : a;
        const Operand to = predicate_of(d, &o[0]);
        Op *op = emit(d, run_predicate_logic);
        op->d = to, op->a = a, op->b = b;
        op->kind = ops[i].kind;
        const bool invert = o[1].negated != named(d->in, "not");
        op->flags = (u8)((invert ? 1 : 0) | (d->in->operand_count > 2 && o[2].negated ? 2 : 0));
        return true;
    }
    return false;
}

bool decode_arithmetic(Decoder *d) {
    const PtxType type = type_suffix(d->in, 0);
    if (type == PTX_PRED) return decode_predicates(d);
    if (decode_composed(d)) return true;
    if (decode_carry(d, type) || decode_video(d) || decode_integer_pairs(d)) return true;
    if (type == PTX_F16 || type == PTX_F16X2 || type == PTX_BF16 || type == PTX_BF16X2)
        return decode_half(d, type);
    if (decode_rounded(d, type) || decode_mixed(d, type) || decode_bits(d, type)) return true;
    const Row *row = find_row(d->in);
    OpCode code = row ? pick(row, type) : OP_COUNT;
    if (code == OP_COUNT) return false;
    if ((has(d, "relu") && type != PTX_S32) || has(d, "xorsign")) return false;
    if (d->in->operand_count > 1 + row->sources) return false; // min and max of three
    if (has(d, "NaN") && type == PTX_F32) code = named(d->in, "min") ? OP_min_nan_f32 : OP_max_nan_f32;
    if (has(d, "approx") && code == OP_div_f32) code = OP_div_approx_f32;
    if (has(d, "ftz") && flushed(code) != OP_COUNT) code = flushed(code);
    if (has(d, "sat") && !type_is_float(type)) {
        code = code == OP_add_32       ? OP_add_sat_s32
               : code == OP_sub_32     ? OP_sub_sat_s32
               : code == OP_mad_hi_s32 ? OP_mad_hi_sat_s32
                                       : OP_COUNT;
        if (code == OP_COUNT) return false;
    }
    emit_plain(d, code, row->sources, ptx_type_size(type));
    saturate(d, type);
    cut_off_negative(d, OP_max_s32);
    return true;
}
