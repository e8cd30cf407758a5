// Decoding moves, address conversions and number conversions.
#include <string.h>

#include "grader/warpsim/core/decode.h"

static void emit_move(Decoder *d, Operand to, Operand from, int size) {
    Op *op = emit_code(d, size > 4 ? OP_mov_64 : OP_mov_32);
    op->d = to, op->a = from;
}

static void emit_two(Decoder *d, OpCode code, Operand to, Operand a, Operand b) {
    Op *op = emit_code(d, code);
    op->d = to, op->a = a, op->b = b;
}

// 32-bit value from two 16-bit ones: (b << 16) | (a & 0xffff).
static void emit_pair_32(Decoder *d, Operand to, Operand a, Operand b) {
    const Operand high = scratch(d), low = scratch(d);
    emit_two(d, OP_shl_32, high, b, constant_32(d, 16));
    emit_two(d, OP_and_32, low, a, constant_32(d, 0xffff));
    emit_two(d, OP_or_32, to, high, low);
}

// mov.b64 %rd, {a, b}
static bool decode_pack(Decoder *d, int size) {
    const PtxOperand *to = &d->in->operand[0], *v = &d->in->operand[1];
    if (v->count == 2 && size == 8) {
        const Operand a = source(d, &v->elements[0], 4), b = source(d, &v->elements[1], 4);
        emit_two(d, OP_pair_64, result(d, to, 8), a, b);
        return true;
    }
    if (v->count == 2 && size == 4) {
        const Operand a = source(d, &v->elements[0], 2), b = source(d, &v->elements[1], 2);
        emit_pair_32(d, result(d, to, 4), a, b);
        return true;
    }
    if (v->count == 2 && size == 2) { // two bytes
        const Operand a = source(d, &v->elements[0], 1), b = source(d, &v->elements[1], 1);
        const Operand high = scratch(d), low = scratch(d);
        emit_two(d, OP_shl_16, high, b, constant_32(d, 8));
        emit_two(d, OP_and_32, low, a, constant_32(d, 0xff));
        emit_two(d, OP_or_32, result(d, to, 2), high, low);
        return true;
    }
    if (v->count == 4 && size == 8) {
        const Operand low = scratch(d), high = scratch(d);
        emit_pair_32(d, low, source(d, &v->elements[0], 2), source(d, &v->elements[1], 2));
        emit_pair_32(d, high, source(d, &v->elements[2], 2), source(d, &v->elements[3], 2));
        emit_two(d, OP_pair_64, result(d, to, 8), low, high);
        return true;
    }
    return false;
}

// One 16-bit half of a 32-bit value.
static void emit_half(Decoder *d, const PtxOperand *to, Operand word, bool high) {
    if (to->kind == OPERAND_SINK) return;
    if (high)
        emit_two(d, OP_shr_u32, result(d, to, 2), word, constant_32(d, 16));
    else
        emit_two(d, OP_and_32, result(d, to, 2), word, constant_32(d, 0xffff));
}

// mov.b64 {a, b}, %rd
static bool decode_unpack(Decoder *d, int size) {
    const PtxOperand *v = &d->in->operand[0];
    const Operand from = source(d, &d->in->operand[1], size);
    if (v->count == 2 && size == 2) {
        for (int k = 0; k < 2; k++) {
            if (v->elements[k].kind == OPERAND_SINK) continue;
            const Operand to = result(d, &v->elements[k], 1);
            emit_two(d, k ? OP_shr_u16 : OP_and_32, to, from, constant_32(d, k ? 8 : 0xff));
        }
        return true;
    }
    if (v->count == 2 && size == 4) {
        emit_half(d, &v->elements[0], from, false);
        emit_half(d, &v->elements[1], from, true);
        return true;
    }
    if (size != 8 || (v->count != 2 && v->count != 4)) return false;
    const Operand low = scratch(d), high = scratch(d);
    emit_two(d, OP_split_low, low, from, from);
    emit_two(d, OP_split_high, high, from, from);
    if (v->count == 4) {
        for (int k = 0; k < 4; k++) emit_half(d, &v->elements[k], k < 2 ? low : high, k & 1);
        return true;
    }
    emit_move(d, result(d, &v->elements[0], 4), low, 4);
    emit_move(d, result(d, &v->elements[1], 4), high, 4);
    return true;
}

// cvta[.to].space: between an address in a space and a generic one.
static bool decode_cvta(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const PtxSpace space = space_suffix(d->in);
    u64 window = 0;
    switch (space) {
    case SPACE_GLOBAL:
    case SPACE_CONST: break;
    case SPACE_SHARED: window = SHARED_WINDOW; break;
    case SPACE_LOCAL: window = LOCAL_WINDOW; break;
    case SPACE_PARAM: window = PARAM_WINDOW; break;
    default: return false;
    }
    const Operand a = source(d, &o[1], 8), to = result(d, &o[0], 8);
    if (window == 0) {
        emit_move(d, to, a, 8);
        return true;
    }
    Op *op = emit_code(d, OP_add_imm_64);
    op->d = to, op->a = a;
    op->imm = has(d, "to") ? -(s64)window : (s64)window;
    return true;
}

bool decode_move(Decoder *d) {
    if (named(d->in, "cvta")) return decode_cvta(d);
    if (named(d->in, "createpolicy")) { // how a cache treats data does not change what is computed
        emit_move(d, result(d, &d->in->operand[0], 8), constant_64(d, 0), 8);
        return true;
    }
    if (!named(d->in, "mov")) return false;
    const PtxOperand *o = d->in->operand;
    const PtxType type = type_suffix(d->in, 0);
    const int size = ptx_type_size(type);
    if (o[1].kind == OPERAND_VECTOR) return decode_pack(d, size);
    if (o[0].kind == OPERAND_VECTOR) return decode_unpack(d, size);
    if (type == PTX_PRED) return decode_arithmetic(d);
    const Operand from = source(d, &o[1], size);
    emit_move(d, result(d, &o[0], size), from, size);
    return true;
}

// Conversions with a loop of their own.
static OpCode frequent(const PtxInstruction *in, PtxType to, PtxType from, Rounding rounding) {
    static const struct {
        PtxType to, from;
        OpCode code;
        bool rounds; // only with .rn (or none given)
    } table[] = {
        {PTX_S64, PTX_S32, OP_cvt_s64_s32, false}, {PTX_U64, PTX_S32, OP_cvt_s64_s32, false},
        {PTX_U64, PTX_U32, OP_cvt_u64_u32, false}, {PTX_S64, PTX_U32, OP_cvt_u64_u32, false},
        {PTX_U32, PTX_U64, OP_cvt_u32_u64, false}, {PTX_S32, PTX_S64, OP_cvt_u32_u64, false},
        {PTX_U32, PTX_S64, OP_cvt_u32_u64, false}, {PTX_S32, PTX_U64, OP_cvt_u32_u64, false},
        {PTX_U16, PTX_U32, OP_cvt_u16_u32, false}, {PTX_U32, PTX_U16, OP_cvt_u16_u32, false},
        {PTX_S16, PTX_S32, OP_cvt_u16_u32, false}, {PTX_U16, PTX_S32, OP_cvt_u16_u32, false},
        {PTX_S16, PTX_U32, OP_cvt_u16_u32, false}, {PTX_S32, PTX_U16, OP_cvt_u16_u32, false},
        {PTX_S32, PTX_S16, OP_cvt_s32_s16, false}, {PTX_U32, PTX_S16, OP_cvt_s32_s16, false},
        {PTX_S32, PTX_S8, OP_cvt_s32_s8, false},   {PTX_U32, PTX_U8, OP_cvt_u32_u8, false},
        {PTX_F32, PTX_S32, OP_cvt_f32_s32, true},  {PTX_F32, PTX_U32, OP_cvt_f32_u32, true},
        {PTX_F64, PTX_S32, OP_cvt_f64_s32, true},  {PTX_F64, PTX_U32, OP_cvt_f64_u32, true},
        {PTX_F64, PTX_S64, OP_cvt_f64_s64, true},  {PTX_F64, PTX_U64, OP_cvt_f64_u64, true},
        {PTX_F32, PTX_S64, OP_cvt_f32_s64, true},  {PTX_F32, PTX_U64, OP_cvt_f32_u64, true},
        {PTX_F64, PTX_F32, OP_cvt_f64_f32, true},  {PTX_F32, PTX_F64, OP_cvt_f32_f64, true},
    };
    if (ptx_has_suffix(in, "sat") || ptx_has_suffix(in, "ftz")) return OP_COUNT;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].to == to && table[i].from == from &&
            (!table[i].rounds || rounding == ROUND_NONE || rounding == ROUND_NEAREST))
            return table[i].code;
    return OP_COUNT;
}

// Size of the register that a conversion writes: wider than the type when the type is narrow.
static int register_size(const Decoder *d, const PtxOperand *o, int type_size) {
    if (o->kind != OPERAND_REG) return type_size;
    const int size = ptx_type_size(d->ptx->registers[o->reg].type);
    return size > type_size ? size : type_size;
}

// The source of a conversion may be a register wider than its type: the low half is meant.
static Operand conversion_source(Decoder *d, const PtxOperand *o, int size) {
    if (o->kind != OPERAND_REG || size > 4 || ptx_type_size(d->ptx->registers[o->reg].type) < 8)
        return source(d, o, size);
    const Operand wide = source(d, o, 8), low = scratch(d);
    emit_two(d, OP_cvt_u32_u64, low, wide, wide);
    return low;
}

bool decode_conversion(Decoder *d) {
    if (!named(d->in, "cvt") || has(d, "rs")) return false; // .rs rounds by random bits
    const PtxOperand *o = d->in->operand;
    const PtxType from = type_suffix(d->in, 0), to = type_suffix(d->in, 1);
    bool integral = false;
    const Rounding rounding = rounding_suffix(d->in, &integral);
    if (to == PTX_NONE || d->in->operand_count < 2) return false;
    Conversion c = {.to = (u8)to,
                    .from = (u8)from,
                    .rounding = (u8)rounding,
                    .to_integral = false,
                    .saturate = has(d, "sat"),
                    .ftz = has(d, "ftz"),
                    .relu = has(d, "relu"),
                    .finite = has(d, "satfinite")};
    c.to_integral = integral && type_is_float(to) && type_is_float(from);
    if (to == PTX_F16X2 || to == PTX_BF16X2) {
        if (d->in->operand_count < 3 || from != PTX_F32) return false;
        const Operand a = source(d, &o[1], 4), b = source(d, &o[2], 4), dst = result_direct(d, &o[0], 4);
        Op *op = emit(d, run_convert_pair);
        op->d = dst, op->a = a, op->b = b;
        memcpy(&op->imm, &c, sizeof c);
        return true;
    }
    const int width = register_size(d, &o[0], ptx_type_size(to));
    const OpCode code = frequent(d->in, to, from, rounding);
    const bool sign_extended = to == PTX_S16 && width > 2; // the loops leave the upper bits alone
    if (code != OP_COUNT && !sign_extended && (width > 4) == (ptx_type_size(to) > 4)) {
        const Operand a = conversion_source(d, &o[1], ptx_type_size(from)),
                      dst = result(d, &o[0], ptx_type_size(to));
        Op *op = emit_code(d, code);
        op->d = dst, op->a = a;
        return true;
    }
    const Operand a = conversion_source(d, &o[1], ptx_type_size(from)), dst = result_direct(d, &o[0], width);
    Op *op = emit(d, run_convert);
    op->d = dst, op->a = a;
    op->width = (u8)width;
    memcpy(&op->imm, &c, sizeof c);
    return true;
}
_Static_assert(sizeof(Conversion) <= sizeof(s64), "a conversion is kept in an operation's imm");
