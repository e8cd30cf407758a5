// Conversions between number types: the rare ones, one lane at a time. Frequent ones stand in operations.def.
//
// Sources: PTX ISA, "cvt". Integers pass through 64 bits, floating-point values through double, which holds
// every f16, bf16 and f32 exactly; the one step that can round rounds once.
#include <math.h>
#include <string.h>

#include "grader/warpsim/core/single.h"
#include "grader/warpsim/core/special.h"

static int integer_bits(u8 type) {
    switch (type) {
    case PTX_U8:
    case PTX_S8:
    case PTX_B8: return 8;
    case PTX_U16:
    case PTX_S16:
    case PTX_B16: return 16;
    case PTX_U32:
    case PTX_S32:
    case PTX_B32: return 32;
    case PTX_U64:
    case PTX_S64:
    case PTX_B64: return 64;
    default: return 0;
    }
}

static bool integer_signed(u8 type) {
    return type == PTX_S8 || type == PTX_S16 || type == PTX_S32 || type == PTX_S64;
}

double half_to_f64(u16 h) {
    const int exponent = h >> 10 & 31, fraction = h & 1023;
    double v = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexp(1024 + fraction, exponent - 25)
                              : ldexp(fraction, -24);
    return h & 0x8000 ? -v : v;
}

double bfloat_to_f64(u16 b) {
    const u32 bits = (u32)b << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// v scaled so that the target's last place is 1, rounded to an integer.
static double round_scaled(double v, Rounding rounding) {
    switch (rounding) {
    case ROUND_ZERO: return trunc(v);
    case ROUND_DOWN: return floor(v);
    case ROUND_UP: return ceil(v);
    case ROUND_NEAREST_AWAY: return round(v);
    default: return rint(v);
    }
}

// Rounds a double to a format of `precision` bits whose smallest normal number is 2^minimum.
static double to_precision(double v, int precision, int minimum, double largest, Rounding rounding) {
    if (v == 0 || isnan(v) || isinf(v)) return v;
    int exponent;
    frexp(v, &exponent); // |v| in [2^(exponent-1), 2^exponent)
    if (exponent - 1 < minimum) exponent = minimum + 1;
    const int last_place = exponent - precision;
    double r = ldexp(round_scaled(ldexp(v, -last_place), rounding), last_place);
    if (fabs(r) > largest) {
        const bool to_largest =
            rounding == ROUND_ZERO || (rounding == ROUND_DOWN && v > 0) || (rounding == ROUND_UP && v < 0);
        return copysign(to_largest ? largest : INFINITY, v);
    }
    return r == 0 ? copysign(0, v) : r;
}

u16 half_from_f64(double v, Rounding rounding) {
    if (isnan(v)) return 0x7fff;
    const u16 sign = signbit(v) ? 0x8000 : 0;
    const double r = fabs(to_precision(v, 11, -14, 65504, rounding));
    if (isinf(r)) return sign | 0x7c00;
    if (r < 0x1p-14) return sign | (u16)ldexp(r, 24);
    int exponent;
    const double fraction = frexp(r, &exponent);
    return sign | (u16)((exponent + 14) << 10) | ((u16)ldexp(fraction, 11) & 1023);
}

u16 bfloat_from_f64(double v, Rounding rounding) {
    if (isnan(v)) return 0x7fff;
    const float f = (float)to_precision(v, 8, -126, 0x1.fep127, rounding);
    u32 bits;
    memcpy(&bits, &f, sizeof bits);
    return (u16)(bits >> 16);
}

static float to_single(double v, Rounding rounding, bool ftz) {
    float r;
    if (rounding == ROUND_NONE || rounding == ROUND_NEAREST) {
        r = (float)v;
    } else {
        r = (float)to_precision(v, 24, -126, 0x1.fffffep127, rounding);
    }
    if (isnan(r)) {
        const u32 canonical = 0x7fffffff;
        memcpy(&r, &canonical, sizeof r);
    }
    return ftz ? flush_subnormal(r) : r;
}

// An integer as a double that rounds to 16 bits as the integer does: of the bits that a double has no room
// for, only whether any is set matters.
static double with_sticky_bit(s64 v, bool is_signed) {
    const bool negative = is_signed && v < 0;
    u64 size = negative ? 0 - (u64)v : (u64)v;
    if (size >> 53) size = (size & ~0xfffull) | (size & 0xfff ? 0x800 : 0);
    return negative ? -(double)size : (double)size;
}

// A floating-point value as an integer of the type: values out of range give the nearest end, NaN gives 0, or
// the sign bit alone where either side has 64 bits.
static u64 to_integer(double v, u8 to, u8 from, Rounding rounding) {
    const int bits = integer_bits(to);
    if (isnan(v)) return bits == 64 || from == PTX_F64 ? 1ull << (bits - 1) : 0;
    const double r = round_scaled(v, rounding == ROUND_NONE ? ROUND_ZERO : rounding);
    if (integer_signed(to)) {
        const double end = ldexp(1, bits - 1);
        if (r >= end) return (u64)(bits == 64 ? INT64_MAX : (1ll << (bits - 1)) - 1);
        if (r < -end) return (u64)(bits == 64 ? INT64_MIN : -(1ll << (bits - 1)));
        return (u64)(s64)r;
    }
    if (r <= 0) return 0;
    if (r >= ldexp(1, bits)) return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    return (u64)r;
}

static u64 saturate_integer(s64 v, bool from_signed, u8 to) {
    const int bits = integer_bits(to);
    if (integer_signed(to)) {
        const s64 high = bits == 64 ? INT64_MAX : (1ll << (bits - 1)) - 1, low = -high - 1;
        if (!from_signed && (u64)v > (u64)high) return (u64)high;
        return (u64)(v > high ? high : v < low ? low : v);
    }
    const u64 high = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    if (from_signed && v < 0) return 0;
    return (u64)v > high ? high : (u64)v;
}

static s64 extend(u64 raw, u8 type) {
    const int spare = 64 - integer_bits(type);
    return integer_signed(type) ? (s64)(raw << spare) >> spare : (s64)(raw << spare >> spare);
}

static double float_value(u64 raw, u8 type) {
    if (type == PTX_F16) return half_to_f64((u16)raw);
    if (type == PTX_BF16) return bfloat_to_f64((u16)raw);
    if (type == PTX_F32) {
        const u32 bits = (u32)raw;
        float f;
        memcpy(&f, &bits, sizeof f);
        return f;
    }
    double d;
    memcpy(&d, &raw, sizeof d);
    return d;
}

static u64 float_bits(double v, u8 type, Rounding rounding, bool ftz) {
    if (type == PTX_F16) return half_from_f64(v, rounding);
    if (type == PTX_BF16) return bfloat_from_f64(v, rounding);
    u64 raw = 0;
    if (type == PTX_F32) {
        const float f = to_single(v, rounding, ftz);
        memcpy(&raw, &f, sizeof f);
    } else {
        memcpy(&raw, &v, sizeof v);
    }
    return raw;
}

static u64 convert(u64 raw, const Conversion *c) {
    const bool from_integer_type = integer_bits(c->from) != 0, to_integer_type = integer_bits(c->to) != 0;
    if (from_integer_type) {
        const s64 v = extend(raw, c->from);
        if (to_integer_type) {
            const u64 r = c->saturate ? saturate_integer(v, integer_signed(c->from), c->to) : (u64)v;
            return (u64)extend(r, c->to);
        }
        const double d = rounded_from_integer(v, integer_signed(c->from), c->to == PTX_F64, c->rounding);
        if (c->to == PTX_F16 || c->to == PTX_BF16) {
            return float_bits(with_sticky_bit(v, integer_signed(c->from)), c->to, c->rounding, false);
        }
        return float_bits(d, c->to, ROUND_NEAREST, false);
    }
    double v = float_value(raw, c->from);
    if (c->ftz && c->from == PTX_F32) v = flush_subnormal((float)v);
    if (to_integer_type) return (u64)extend(to_integer(v, c->to, c->from, c->rounding), c->to);
    if (c->to_integral) v = isnan(v) ? v : copysign(round_scaled(v, c->rounding), v);
    if (c->saturate) v = v > 0 ? (v < 1 ? v : 1) : 0;
    if (c->relu && !(v > 0)) v = isnan(v) ? v : 0;
    const u64 bits = float_bits(v, c->to, c->to_integral ? ROUND_NEAREST : c->rounding, c->ftz);
    const u64 infinity = c->to == PTX_F16 ? 0x7c00 : 0x7f80;
    return c->finite && (bits & 0x7fff) == infinity ? bits - 1 : bits; // .satfinite: f16 and bf16 alone
}

void run_convert(Warp *w, const Op *op) {
    Conversion c;
    memcpy(&c, &op->imm, sizeof c);
    const bool wide_from = ptx_type_size(c.from) == 8, wide_to = ptx_type_size(c.to) == 8;
    // Narrow results are kept without their upper bits in 16-bit registers, extended in wider ones
    // (op->width).
    EACH_LANE_OF(w->mask, i) {
        const u64 raw =
            wide_from ? ((const u64 *)lanes_of(w, op->a))[i] : ((const u32 *)lanes_of(w, op->a))[i];
        u64 r = convert(raw, &c);
        if (op->width == 2) r &= 0xffff;
        if (wide_to || op->width == 8)
            ((u64 *)lanes_of(w, op->d))[i] = r;
        else
            ((u32 *)lanes_of(w, op->d))[i] = (u32)r;
    }
}

void run_convert_pair(Warp *w, const Op *op) {
    Conversion c;
    memcpy(&c, &op->imm, sizeof c);
    c.to = c.to == PTX_F16X2 ? PTX_F16 : PTX_BF16;
    EACH_LANE_OF(w->mask, i) {
        const u32 high = (u32)convert(((const u32 *)lanes_of(w, op->a))[i], &c) & 0xffff;
        const u32 low = (u32)convert(((const u32 *)lanes_of(w, op->b))[i], &c) & 0xffff;
        ((u32 *)lanes_of(w, op->d))[i] = high << 16 | low;
    }
}
