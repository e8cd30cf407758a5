// Arithmetic and comparisons on 16-bit floats (f16, bf16) and on pairs of them (f16x2, bf16x2), a lane at a
// time.
//
// A product of 16-bit floats is exact in double; of a sum, what double has no room for goes into its last
// bit, so that the one rounding to 16 bits is right.
#include <math.h>
#include <string.h>

#include "grader/warpsim/core/special.h"

static bool is_bfloat(u8 type) {
    return type == PTX_BF16 || type == PTX_BF16X2;
}

static int halves(u8 type) {
    return type == PTX_F16X2 || type == PTX_BF16X2 ? 2 : 1;
}

static double flush(double v, u8 type) {
    return fabs(v) < (is_bfloat(type) ? 0x1p-126 : 0x1p-14) ? copysign(0, v) : v;
}

static double value(u16 raw, u8 type, bool ftz) {
    const double v = is_bfloat(type) ? bfloat_to_f64(raw) : half_to_f64(raw);
    return ftz ? flush(v, type) : v;
}

// a + b; where that is not exact, of the two doubles around the sum the one whose last bit is set ("round to
// odd").
static double odd_sum(double a, double b) {
    const double sum = a + b;
    if (!isfinite(sum)) return sum;
    const double part = sum - a, error = (a - (sum - part)) + (b - part);
    u64 bits;
    memcpy(&bits, &sum, sizeof bits);
    return error == 0 || bits & 1 ? sum : nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

static double least(double a, double b, bool nan_wins) {
    if (isnan(a) || isnan(b)) return nan_wins ? NAN : isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static u16 one(u8 kind, u8 type, u8 flags, u16 ra, u16 rb, u16 rc) {
    if (kind == HALF_NEG && !(flags & 8)) return ra ^ 0x8000;
    if (kind == HALF_ABS && !(flags & 8)) return ra & 0x7fff;
    const double a = value(ra, type, flags & 8), b = value(rb, type, flags & 8),
                 c = value(rc, type, flags & 8);
    double r;
    switch (kind) {
    case HALF_NEG: r = -a; break;
    case HALF_ABS: r = fabs(a); break;
    case HALF_ADD: r = odd_sum(a, b); break;
    case HALF_SUB: r = odd_sum(a, -b); break;
    case HALF_MUL: r = a * b; break;
    case HALF_FMA: r = odd_sum(a * b, c); break;
    case HALF_MIN: r = least(a, b, flags & 4); break;
    case HALF_MAX: r = -least(-a, -b, flags & 4); break;
    case HALF_EX2: r = exp2(a); break;
    default: r = tanh(a); break;
    }
    if (flags & 1) r = r > 0 ? (r < 1 ? r : 1) : 0;
    if ((flags & 2) && !(r > 0) && !isnan(r)) r = 0;
    if (flags & 8) r = flush(r, type);
    return is_bfloat(type) ? bfloat_from_f64(r, ROUND_NEAREST) : half_from_f64(r, ROUND_NEAREST);
}

void run_half(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b), *c = lanes_of(w, op->c);
    const u8 type = op->count;
    EACH_LANE_OF(w->mask, i) {
        u32 r = one(op->kind, type, op->flags, (u16)a[i], (u16)b[i], (u16)c[i]);
        if (halves(type) == 2)
            r |= (u32)one(op->kind, type, op->flags, (u16)(a[i] >> 16), (u16)(b[i] >> 16), (u16)(c[i] >> 16))
                 << 16;
        d[i] = r;
    }
}

static bool compare(u8 kind, double a, double b) {
    const bool unordered = isnan(a) || isnan(b);
    switch (kind) {
    case CMP_EQ: return a == b;
    case CMP_NE: return !unordered && a != b;
    case CMP_LT: return a < b;
    case CMP_LE: return a <= b;
    case CMP_GT: return a > b;
    case CMP_GE: return a >= b;
    case CMP_EQU: return unordered || a == b;
    case CMP_NEU: return unordered || a != b;
    case CMP_LTU: return unordered || a < b;
    case CMP_LEU: return unordered || a <= b;
    case CMP_GTU: return unordered || a > b;
    case CMP_GEU: return unordered || a >= b;
    case CMP_NUM: return !unordered;
    default: return unordered;
    }
}

void run_half_compare(Warp *w, const Op *op) {
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    u32 low = 0, high = 0;
    EACH_LANE_OF(w->mask, i) {
        low |= (u32)compare(op->kind, value((u16)a[i], op->count, false), value((u16)b[i], op->count, false))
               << i;
        high |= (u32)compare(op->kind, value((u16)(a[i] >> 16), op->count, false),
                             value((u16)(b[i] >> 16), op->count, false))
                << i;
    }
    set_predicate(w, op->d, low);
    if (halves(op->count) == 2 && op->flags & 1) set_predicate(w, op->more[0], high);
}
