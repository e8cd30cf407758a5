// Decoding conversions to and from narrow floats.
#include <string.h>

#include "grader/warpsim/core/family.h"
#include "grader/warpsim/families/narrow_floats/narrow_floats.h"

static bool decode_tf32(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const Rounding rounding = rounding_suffix(d->in, NULL);
    const Operand a = source(d, &o[1], 4), to = result_direct(d, &o[0], 4);
    Op *op = emit(d, run_convert_tf32);
    op->d = to, op->a = a;
    op->kind = (u8)rounding;
    op->flags = (u8)((has(d, "relu") ? NARROW_RELU : 0) | (has(d, "satfinite") ? NARROW_FINITE : 0));
    return true;
}

// cvt.TO.ue8m0x2 and cvt.ue8m0x2.FROM
static bool decode_scales(Decoder *d, const char *from) {
    const PtxOperand *o = d->in->operand;
    const bool back = strcmp(from, "ue8m0x2") == 0, pair = strcmp(from, "bf16x2") == 0;
    if (back ? !has(d, "bf16x2") : !pair && (strcmp(from, "f32") != 0 || d->in->operand_count < 3))
        return false;
    const Operand a = source(d, &o[1], back ? 2 : 4), b = back || pair ? a : source(d, &o[2], 4);
    const Operand to = result_direct(d, &o[0], back ? 4 : 2);
    Op *op = emit(d, back ? run_unscale_pair : run_scale_pair);
    op->d = to, op->a = a, op->b = b;
    op->kind = (u8)rounding_suffix(d->in, NULL);
    op->flags = (u8)((pair ? NARROW_FROM_PAIR : 0) | (has(d, "satfinite") ? NARROW_FINITE : 0));
    return true;
}

// Types that are no PtxType: they occur in conversions and in matrices only.
static bool decode(Decoder *d) {
    static const struct {
        const char *name;
        u8 kind, bytes; // of two of them
    } types[] = {{"e4m3x2", NARROW_E4M3, 2},
                 {"e5m2x2", NARROW_E5M2, 2},
                 {"e2m3x2", NARROW_E2M3, 2},
                 {"e3m2x2", NARROW_E3M2, 2},
                 {"e2m1x2", NARROW_E2M1, 1}};
    const PtxOperand *o = d->in->operand;
    const char *const *suffix = d->in->suffix;
    const int n = d->in->suffix_count;
    if (!named(d->in, "cvt") || has(d, "rs")) return false; // .rs rounds by random bits
    if (n >= 2 && strcmp(suffix[n - 2], "tf32") == 0) return decode_tf32(d);
    if (has(d, "ue8m0x2")) return decode_scales(d, suffix[n - 1]);
    size_t t = 0;
    while (t < sizeof types / sizeof *types && !has(d, types[t].name)) t++;
    if (t == sizeof types / sizeof *types) return false;
    const bool widens = strcmp(suffix[n - 1], types[t].name) == 0;
    const bool from_pair = strcmp(suffix[n - 1], "f16x2") == 0;
    if (widens ? !has(d, "f16x2") : !from_pair && strcmp(suffix[n - 1], "f32") != 0) return false;
    if (!widens && !from_pair && d->in->operand_count < 3) return false;
    const Operand a = source(d, &o[1], widens ? types[t].bytes : 4);
    const Operand b = !widens && !from_pair ? source(d, &o[2], 4) : a;
    const Operand to = result_direct(d, &o[0], widens ? 4 : types[t].bytes);
    Op *op = emit(d, widens ? run_widen_pair : run_narrow_pair);
    op->d = to, op->a = a, op->b = b;
    op->kind = types[t].kind;
    op->flags = (u8)((has(d, "relu") ? NARROW_RELU : 0) | (from_pair ? NARROW_FROM_PAIR : 0));
    return true;
}

Family narrow_floats_family = {.decode = decode};
