// Floating-point instructions and conversions, one thread at a time. Built with -frounding-math.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "tests/differential/evaluate.h"

static double double_of(uint64_t bits) {
    double v;
    memcpy(&v, &bits, 8);
    return v;
}

static uint64_t bits_of_double(double v) {
    uint64_t bits;
    memcpy(&bits, &v, 8);
    return bits;
}

static float single_of(uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    float v;
    memcpy(&v, &low, 4);
    return v;
}

static uint64_t bits_of_single(float v) {
    uint32_t bits;
    memcpy(&bits, &v, 4);
    return bits;
}

enum { CANONICAL_NAN = 0x7fffffff, CANONICAL_NAN_16 = 0x7fff };

// A subnormal number's sign is all that is left of it.
static uint64_t flushed(uint64_t bits, bool ftz) {
    const bool subnormal = !(bits & 0x7f800000);
    return ftz && subnormal ? bits & 0x80000000 : bits;
}

static bool is_nan(uint64_t bits, Type t) {
    if (t.bits == 64) return (bits & ~(1ull << 63)) > 0x7ff0000000000000;
    if (t.bits == 32) return (bits & 0x7fffffff) > 0x7f800000;
    return (bits & 0x7fff) > (t.kind == KIND_BFLOAT ? 0x7f80u : 0x7c00u);
}

// The rounding mode of the C library that the instruction names.
static int mode_of(const Instruction *in) {
    if (in->words[W_rz] || in->words[W_rzi]) return FE_TOWARDZERO;
    if (in->words[W_rm] || in->words[W_rmi]) return FE_DOWNWARD;
    if (in->words[W_rp] || in->words[W_rpi]) return FE_UPWARD;
    return FE_TONEAREST;
}

static float arithmetic_single(Opcode op, volatile float a, volatile float b, volatile float c) {
    switch (op) {
    case I_add: return a + b;
    case I_sub: return a - b;
    case I_mul: return a * b;
    case I_div: return a / b;
    case I_rcp: return 1 / a;
    case I_sqrt: return sqrtf(a);
    default: return fmaf(a, b, c);
    }
}

static double arithmetic_double(Opcode op, volatile double a, volatile double b, volatile double c) {
    switch (op) {
    case I_add: return a + b;
    case I_sub: return a - b;
    case I_mul: return a * b;
    case I_div: return a / b;
    case I_rcp: return 1 / a;
    case I_sqrt: return sqrt(a);
    default: return fma(a, b, c);
    }
}

static uint64_t arithmetic(const Instruction *in, const uint64_t s[6], Type t) {
    const bool ftz = in->words[W_ftz];
    uint64_t d;
    fesetround(mode_of(in));
    if (t.bits == 32) {
        const volatile float r =
            arithmetic_single(in->opcode, single_of(flushed(s[0], ftz)), single_of(flushed(s[1], ftz)),
                              single_of(flushed(s[2], ftz)));
        d = flushed(bits_of_single(r), ftz);
    } else {
        const volatile double r =
            arithmetic_double(in->opcode, double_of(s[0]), double_of(s[1]), double_of(s[2]));
        d = bits_of_double(r);
    }
    fesetround(FE_TONEAREST);
    if (in->words[W_sat]) {
        const double v = t.bits == 32 ? single_of(d) : double_of(d);
        const double limited = isnan(v) || v <= 0 ? 0 : v >= 1 ? 1 : v;
        return t.bits == 32 ? bits_of_single((float)limited) : bits_of_double(limited);
    }
    return t.bits == 32 && is_nan(d, t) ? CANONICAL_NAN : d;
}

// min and max: a number beats NaN unless .NaN says otherwise, and -0 is below +0.
static uint64_t extreme(const Instruction *in, uint64_t a, uint64_t b, Type t) {
    if (t.bits == 32) a = flushed(a, in->words[W_ftz]), b = flushed(b, in->words[W_ftz]);
    const bool na = is_nan(a, t), nb = is_nan(b, t);
    const uint64_t nan = t.bits == 32 ? CANONICAL_NAN : a;
    if ((na && nb) || (in->words[W_NaN] && (na || nb))) return nan;
    if (na || nb) return na ? b : a;
    const double x = t.bits == 32 ? single_of(a) : double_of(a),
                 y = t.bits == 32 ? single_of(b) : double_of(b);
    const bool a_less = x < y || (x == y && signbit(x) && !signbit(y));
    return a_less == (in->opcode == I_min) ? a : b;
}

bool evaluate_float(const Instruction *in, const uint64_t s[6], uint64_t *result) {
    const Type t = in->types[in->type_count - 1];
    const uint64_t sign = 1ull << (t.bits - 1);
    if (t.bits < 32) return false;
    const uint64_t a = t.bits == 32 ? flushed(s[0], in->words[W_ftz]) : s[0];
    switch (in->opcode) {
    case I_add:
    case I_sub:
    case I_mul:
    case I_div:
    case I_rcp:
    case I_sqrt:
    case I_mad:
    case I_fma: *result = arithmetic(in, s, t); return true;
    case I_min:
    case I_max: *result = extreme(in, s[0], s[1], t); return true;
    case I_abs: *result = a & ~sign; return true;
    case I_neg: *result = a ^ sign; return true;
    case I_copysign: *result = (s[0] & sign) | (s[1] & ~sign); return true;
    default: return false;
    }
}

uint64_t evaluate_float_sum(Type type, uint64_t a, uint64_t b, bool ftz) {
    if (type.bits == 64) return bits_of_double(double_of(a) + double_of(b));
    return flushed(bits_of_single(single_of(flushed(a, ftz)) + single_of(flushed(b, ftz))), ftz);
}

bool evaluate_float_comparison(const Instruction *in, Type t, uint64_t a, uint64_t b) {
    if (t.bits == 32) a = flushed(a, in->words[W_ftz]), b = flushed(b, in->words[W_ftz]);
    const bool unordered = is_nan(a, t) || is_nan(b, t);
    const double x = t.bits == 32 ? single_of(a) : double_of(a),
                 y = t.bits == 32 ? single_of(b) : double_of(b);
    if (in->words[W_num]) return !unordered;
    if (in->words[W_nan]) return unordered;
    static const Word plain[] = {W_eq, W_ne, W_lt, W_le, W_gt, W_ge};
    static const Word or_unordered[] = {W_equ, W_neu, W_ltu, W_leu, W_gtu, W_geu};
    const bool holds[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
    for (int i = 0; i < 6; i++) {
        if (in->words[plain[i]]) return !unordered && holds[i];
        if (in->words[or_unordered[i]]) return unordered || holds[i];
    }
    return false;
}

bool evaluate_test(const Instruction *in, uint64_t a) {
    const Type t = in->types[0];
    const uint64_t size = a & ~(1ull << (t.bits - 1));
    const uint64_t infinity = t.bits == 32 ? 0x7f800000 : 0x7ff0000000000000;
    const uint64_t least = t.bits == 32 ? 0x00800000 : 0x0010000000000000; // normal number
    if (in->words[W_finite]) return size < infinity;
    if (in->words[W_infinite]) return size == infinity;
    if (in->words[W_number]) return size <= infinity;
    if (in->words[W_notanumber]) return size > infinity;
    if (in->words[W_normal]) return size == 0 || (size >= least && size < infinity);
    return size != 0 && size < least;
}

bool evaluate_slct(const Instruction *in, uint64_t c) {
    const Type t = in->types[1];
    if (t.kind != KIND_FLOAT) return signed_value(c, 32) >= 0;
    return single_of(flushed(c, in->words[W_ftz])) >= 0;
}

// ---- cvt
// ------------------------------------------------------------------------------------------------------

static long double real_of(uint64_t bits, Type t) {
    if (t.bits == 64) return double_of(bits);
    if (t.bits == 32) return single_of(bits);
    const int fraction_bits = t.kind == KIND_BFLOAT ? 7 : 10, bias = t.kind == KIND_BFLOAT ? 127 : 15;
    const int exponent = (int)(bits >> fraction_bits) & (2 * bias + 1),
              fraction = (int)bits & ((1 << fraction_bits) - 1);
    long double v = exponent == 0 ? ldexpl(fraction, 1 - bias - fraction_bits)
                                  : ldexpl((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
    if (exponent == 2 * bias + 1) v = INFINITY;
    return bits & 0x8000 ? -v : v;
}

static long double to_whole(long double v, const Instruction *in) {
    fesetround(mode_of(in));
    const volatile long double r = rintl(v);
    fesetround(FE_TONEAREST);
    return r;
}

// A number that long double holds exactly, rounded once to the type by the arithmetic of the machine or, for
// 16 bits, by hand.
static uint64_t rounded(long double v, Type t, const Instruction *in) {
    if (t.bits >= 32 && !t.pair) {
        fesetround(mode_of(in));
        volatile long double exact = v;
        volatile double d = t.bits == 64 ? (double)exact : 0;
        volatile float f = t.bits == 32 ? (float)exact : 0;
        fesetround(FE_TONEAREST);
        return t.bits == 64 ? bits_of_double(d) : bits_of_single(f);
    }
    const int fraction_bits = t.kind == KIND_BFLOAT ? 7 : 10, bias = t.kind == KIND_BFLOAT ? 127 : 15;
    const uint64_t sign = signbit(v) ? 0x8000 : 0, infinity = (uint64_t)(2 * bias + 1) << fraction_bits;
    long double size = fabsl(v);
    if (isinf(size)) return sign | infinity;
    Instruction upright = *in; // a negative number's size is rounded the other way
    if (sign) upright.words[W_rm] = in->words[W_rp], upright.words[W_rp] = in->words[W_rm];
    const bool down = upright.words[W_rz] || upright.words[W_rm];
    int exponent = 1 - bias;
    while (exponent <= bias && size >= ldexpl(1, exponent + 1)) exponent++;
    if (exponent > bias) return sign | (down ? infinity - 1 : infinity);
    const long double last_place = ldexpl(1, exponent - fraction_bits);
    const uint64_t units = (uint64_t)to_whole(size / last_place, &upright);
    // Units that reach the next power of two, or the first normal number, carry into the exponent by
    // themselves.
    const uint64_t bits = ((uint64_t)(exponent + bias - 1) << fraction_bits) + units;
    return sign | bits;
}

static uint64_t float_to_integer(const Instruction *in, uint64_t bits, Type to, Type from) {
    if (from.bits == 32) bits = flushed(bits, in->words[W_ftz]);
    if (is_nan(bits, from)) return to.bits == 64 || from.bits == 64 ? 1ull << (to.bits - 1) : 0;
    const long double v = to_whole(real_of(bits, from), in);
    const bool is_signed = to.kind == KIND_SIGNED;
    const long double high = ldexpl(1, to.bits - is_signed) - 1,
                      low = is_signed ? -ldexpl(1, to.bits - 1) : 0;
    const long double r = v > high ? high : v < low ? low : v;
    return r < 0 ? (uint64_t)(int64_t)r : (uint64_t)r;
}

static uint64_t float_to_float(const Instruction *in, uint64_t bits, Type to, Type from) {
    if (from.bits == 32) bits = flushed(bits, in->words[W_ftz]);
    if (is_nan(bits, from)) {
        if (in->words[W_sat]) return 0;
        return to.bits == 64   ? 0x7fffffffffffffff
               : to.bits == 32 ? (uint64_t)CANONICAL_NAN
                               : (uint64_t)CANONICAL_NAN_16;
    }
    long double v = real_of(bits, from);
    const bool whole = in->words[W_rni] || in->words[W_rzi] || in->words[W_rmi] || in->words[W_rpi];
    if (whole) v = copysignl(to_whole(v, in), v);
    if (in->words[W_sat]) v = v <= 0 ? 0 : v >= 1 ? 1 : v;
    const uint64_t d = rounded(v, to, in);
    return to.bits == 32 ? flushed(d, in->words[W_ftz]) : d;
}

static uint64_t integer_to_integer(const Instruction *in, uint64_t bits, Type to, Type from) {
    const __int128 v = from.kind == KIND_SIGNED ? (__int128)signed_value(bits, from.bits) : (__int128)bits;
    if (!in->words[W_sat]) return (uint64_t)v;
    const bool is_signed = to.kind == KIND_SIGNED;
    const __int128 high = ((__int128)1 << (to.bits - is_signed)) - 1, low = is_signed ? -high - 1 : 0;
    return (uint64_t)(v > high ? high : v < low ? low : v);
}

static uint64_t convert(const Instruction *in, uint64_t bits, Type to, Type from) {
    const bool from_float = from.kind == KIND_FLOAT || from.kind == KIND_BFLOAT;
    const bool to_float = to.kind == KIND_FLOAT || to.kind == KIND_BFLOAT;
    bits = low_bits(bits, from.bits);
    if (from_float)
        return to_float ? float_to_float(in, bits, to, from) : float_to_integer(in, bits, to, from);
    if (!to_float) return integer_to_integer(in, bits, to, from);
    const bool negative = from.kind == KIND_SIGNED && signed_value(bits, from.bits) < 0;
    long double v = negative ? (long double)signed_value(bits, from.bits) : (long double)bits;
    if (in->words[W_sat]) v = v <= 0 ? 0 : v >= 1 ? 1 : v;
    return rounded(v, to, in);
}

// A result narrower than its register is extended as its type says.
bool evaluate_conversion(const Instruction *in, uint64_t a, uint64_t b, uint64_t *result) {
    Type to = in->types[0];
    const Type from = in->types[1];
    if (to.pair) {
        to.bits = 16, to.pair = false;
        *result = convert(in, a, to, from) << 16 | convert(in, b, to, from);
        return true;
    }
    const uint64_t d = convert(in, a, to, from);
    *result = to.kind == KIND_SIGNED ? (uint64_t)signed_value(d, to.bits) : low_bits(d, to.bits);
    return true;
}
