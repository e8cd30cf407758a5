// Conversions to and from floats narrower than 16 bits, and to tf32: cvt forms of newer GPUs.
//
// e4m3 has no infinity: 0x7f is NaN, 448 the largest. e5m2 is the upper half of f16. e2m3, e3m2 (6 bits) and
// e2m1 (4 bits) have neither infinity nor NaN. ue8m0 is an f32's exponent. What is too large
// becomes the largest number: .satfinite, which PTX demands.
#include <math.h>
#include <string.h>

#include "grader/warpsim/families/narrow_floats/narrow_floats.h"

typedef struct {
    int fraction, bias;    // bits of the fraction; exponent's bias
    u8 largest, sign, nan; // codes; what NaN becomes
} Format;

static const Format formats[] = {[NARROW_E4M3] = {3, 7, 0x7e, 0x80, 0x7f},
                                 [NARROW_E5M2] = {2, 15, 0x7b, 0x80, 0x7f},
                                 [NARROW_E2M3] = {3, 1, 0x1f, 0x20, 0x1f},
                                 [NARROW_E3M2] = {2, 3, 0x1f, 0x20, 0x1f},
                                 [NARROW_E2M1] = {1, 1, 0x07, 0x08, 0x07}};

static u8 narrow_from_f64(double v, u8 kind) {
    const Format *f = &formats[kind];
    const u8 sign = signbit(v) ? f->sign : 0;
    if (isnan(v)) return f->nan;
    if (v == 0) return sign;
    if (isinf(v)) return sign | f->largest;
    int exponent = ilogb(v);
    if (exponent < 1 - f->bias) exponent = 1 - f->bias;
    // A fraction that rounds up to the next power of two carries into the exponent by itself.
    const double units = rint(ldexp(fabs(v), f->fraction - exponent));
    const double code = ldexp(exponent + f->bias - 1, f->fraction) + units;
    return sign | (code > f->largest ? f->largest : (u8)code);
}

double narrow_to_f64(u8 raw, u8 kind) {
    const Format *f = &formats[kind];
    const int exponent = (raw & (f->sign - 1)) >> f->fraction, fraction = raw & ((1 << f->fraction) - 1);
    double v;
    if (kind == NARROW_E4M3 ? (raw & 0x7f) == f->nan : kind == NARROW_E5M2 && exponent == 31 && fraction)
        v = NAN;
    else if (kind == NARROW_E5M2 && exponent == 31)
        v = INFINITY;
    else
        v = ldexp(exponent ? (1 << f->fraction) + fraction : fraction,
                  (exponent ? exponent : 1) - f->bias - f->fraction);
    return raw & f->sign ? -v : v;
}

static double single(u32 bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

// Two of them in a word: four bits apart, or eight.
static int pair_shift(u8 kind) {
    return kind == NARROW_E2M1 ? 4 : 8;
}

void run_narrow_pair(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    const bool relu = op->flags & NARROW_RELU;
    EACH_LANE_OF(w->mask, i) {
        double high, low;
        if (op->flags & NARROW_FROM_PAIR) {
            high = half_to_f64((u16)(a[i] >> 16)), low = half_to_f64((u16)a[i]);
        } else {
            high = single(a[i]), low = single(b[i]);
        }
        if (relu && high < 0) high = 0;
        if (relu && low < 0) low = 0;
        d[i] = (u32)narrow_from_f64(high, op->kind) << pair_shift(op->kind) | narrow_from_f64(low, op->kind);
    }
}

void run_widen_pair(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a);
    EACH_LANE_OF(w->mask, i) {
        const u32 mask = op->kind == NARROW_E2M1 ? 0xf : 0xff;
        u32 r = 0;
        for (int half = 0; half < 2; half++) {
            double v = narrow_to_f64((u8)(a[i] >> pair_shift(op->kind) * half & mask), op->kind);
            if ((op->flags & NARROW_RELU) && v < 0) v = 0;
            r |= (u32)half_from_f64(v, ROUND_NEAREST) << 16 * half;
        }
        d[i] = r;
    }
}

// The exponent of an f32; towards infinity, any fraction counts for one more, but what is nearest to 2^-127
// for less than half of it.
static u32 scale_of(u32 bits, Rounding rounding, bool finite) {
    const u32 size = bits & 0x7fffffff, infinity = 0x7f800000;
    u32 code = size >> 23;
    if (rounding == ROUND_UP && size & 0x007fffff && size > 0x00400000 && size < infinity) code++;
    return finite && size <= infinity && code == 0xff ? 0xfe : code;
}

void run_scale_pair(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    const bool pair = op->flags & NARROW_FROM_PAIR, finite = op->flags & NARROW_FINITE;
    EACH_LANE_OF(w->mask, i) {
        const u32 high = pair ? a[i] & 0xffff0000 : a[i], low = pair ? a[i] << 16 : b[i];
        d[i] = scale_of(high, (Rounding)op->kind, finite) << 8 | scale_of(low, (Rounding)op->kind, finite);
    }
}

static u32 scale_to_bfloat(u32 code) {
    return code == 0 ? 0x0040 : code == 0xff ? 0x7fff : code << 7;
}

void run_unscale_pair(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a);
    EACH_LANE_OF(w->mask, i) {
        d[i] = scale_to_bfloat(a[i] >> 8 & 0xff) << 16 | scale_to_bfloat(a[i] & 0xff);
    }
}

// tf32 is an f32 whose last 13 bits are zero.
void run_convert_tf32(Warp *w, const Op *op) {
    enum { DROPPED = 13 };
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), half = 1u << (DROPPED - 1);
    EACH_LANE_OF(w->mask, i) {
        u32 bits = a[i];
        if (isnan(single(bits))) { // as on an H200: .rna keeps its upper bits, others make it the usual one
            const u32 kept = op->kind == ROUND_NEAREST_AWAY ? bits : 0x7fffffff;
            d[i] = kept & ~((1u << DROPPED) - 1);
            continue;
        }
        const u32 odd = bits >> DROPPED & 1;
        if (op->kind == ROUND_NEAREST_AWAY) bits += half;
        if (op->kind == ROUND_NEAREST) bits += half - 1 + odd;
        bits &= ~((1u << DROPPED) - 1);
        if ((op->flags & NARROW_FINITE) && (bits & 0x7fffffff) == 0x7f800000) bits -= 1u << DROPPED;
        if ((op->flags & NARROW_RELU) && bits >> 31) bits = 0;
        d[i] = bits;
    }
}
