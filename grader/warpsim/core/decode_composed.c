// Decoding arithmetic of newer GPUs that is carried out in steps: pairs of f32 (add.f32x2), sums with an f16
// or bf16 among the sources (add.f32.f16), minimum and maximum of three.
#include <string.h>

#include "grader/warpsim/core/decode.h"

// An f32 operation of this instruction's name, rounding and flags on values that are at hand.
static bool emit_f32(Decoder *d, Operand to, Operand a, Operand b, Operand c) {
    static const struct {
        const char *mnemonic;
        OpCode code, flushed;
        u8 rounded;
    } ops[] = {{"add", OP_add_f32, OP_add_ftz_f32, FLOAT_ADD},
               {"sub", OP_sub_f32, OP_sub_ftz_f32, FLOAT_SUB},
               {"mul", OP_mul_f32, OP_mul_ftz_f32, FLOAT_MUL},
               {"fma", OP_fma_f32, OP_fma_ftz_f32, FLOAT_FMA}};
    const Rounding rounding = rounding_suffix(d->in, NULL);
    size_t i = 0;
    while (i < sizeof ops / sizeof *ops && !named(d->in, ops[i].mnemonic)) i++;
    if (i == sizeof ops / sizeof *ops) return false;
    const bool nearest = rounding == ROUND_NONE || rounding == ROUND_NEAREST;
    Op *op = nearest ? emit_code(d, has(d, "ftz") ? ops[i].flushed : ops[i].code) : emit(d, run_rounded_f32);
    op->d = to, op->a = a, op->b = b, op->c = c;
    if (!nearest) {
        op->kind = ops[i].rounded;
        op->flags = has(d, "ftz");
        op->imm = rounding;
    }
    return true;
}

static void emit_step(Decoder *d, OpCode code, Operand to, Operand a, Operand b) {
    Op *op = emit_code(d, code);
    op->d = to, op->a = a, op->b = b;
}

// Both halves are done before the result is written: it may be a source as well.
static bool decode_pair(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int sources = d->in->operand_count - 1;
    if (sources != (named(d->in, "fma") ? 3 : 2)) return false;
    Operand half[2][3] = {{0}}, value[2];
    for (int k = 0; k < sources; k++) {
        const Operand whole = source(d, &o[k + 1], 8);
        for (int h = 0; h < 2; h++) {
            half[h][k] = scratch(d);
            emit_step(d, h ? OP_split_high : OP_split_low, half[h][k], whole, whole);
        }
    }
    for (int h = 0; h < 2; h++) {
        value[h] = scratch(d);
        if (!emit_f32(d, value[h], half[h][0], half[h][1], half[h][2])) return false;
    }
    const Operand to = result(d, &o[0], 8);
    emit_step(d, OP_pair_64, to, value[0], value[1]);
    return true;
}

static Operand widened(Decoder *d, const PtxOperand *o, PtxType from) {
    const Conversion c = {.to = PTX_F32, .from = (u8)from};
    const Operand narrow = source(d, o, 2), wide = scratch(d);
    Op *op = emit(d, run_convert);
    op->d = wide, op->a = narrow;
    op->width = 4;
    memcpy(&op->imm, &c, sizeof c);
    return wide;
}

// add.f32.f16 d, a, c and fma.f32.f16 d, a, b, c: all but the last source are narrow.
static bool decode_with_narrow(Decoder *d, PtxType narrow) {
    const PtxOperand *o = d->in->operand;
    const int sources = d->in->operand_count - 1;
    if (sources != (named(d->in, "fma") ? 3 : 2) || named(d->in, "mul")) return false;
    Operand value[3];
    for (int k = 0; k < sources; k++)
        value[k] = k < sources - 1 ? widened(d, &o[k + 1], narrow) : source(d, &o[k + 1], 4);
    const Operand to = result(d, &o[0], 4);
    if (!emit_f32(d, to, value[0], value[1], value[2 % sources])) return false;
    if (has(d, "sat")) emit_step(d, OP_sat_f32, to, to, to);
    return true;
}

static bool decode_least_of_three(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const bool min = named(d->in, "min"), nan = has(d, "NaN"), ftz = has(d, "ftz");
    if (has(d, "xorsign")) return false;
    static const OpCode codes[2][2][2] = {
        {{OP_max_f32, OP_max_ftz_f32}, {OP_max_nan_f32, OP_max_nan_ftz_f32}},
        {{OP_min_f32, OP_min_ftz_f32}, {OP_min_nan_f32, OP_min_nan_ftz_f32}},
    };
    const OpCode code = codes[min][nan][ftz];
    Operand value[3];
    for (int k = 0; k < 3; k++) {
        value[k] = source(d, &o[k + 1], 4);
        if (!has(d, "abs")) continue;
        const Operand positive = scratch(d);
        emit_step(d, OP_abs_f32, positive, value[k], value[k]);
        value[k] = positive;
    }
    const Operand of_two = scratch(d);
    emit_step(d, code, of_two, value[0], value[1]);
    const Operand to = result(d, &o[0], 4);
    emit_step(d, code, to, of_two, value[2]);
    return true;
}

bool decode_composed(Decoder *d) {
    const bool sum = named(d->in, "add") || named(d->in, "sub") || named(d->in, "fma");
    const PtxType type = type_suffix(d->in, 0);
    if ((sum || named(d->in, "mul")) && has(d, "f32x2")) return decode_pair(d);
    if (sum && has(d, "f32") && (type == PTX_F16 || type == PTX_BF16)) return decode_with_narrow(d, type);
    if ((named(d->in, "min") || named(d->in, "max")) && type == PTX_F32 && d->in->operand_count == 4)
        return decode_least_of_three(d);
    return false;
}
