// Rounds an exact value to f16, bf16 or f32 by searching among the format's numbers: slow, and right by
// construction.
#ifndef WARPBOOK_ROUNDING_ORACLE_H
#define WARPBOOK_ROUNDING_ORACLE_H

#include "tests/warpsim/check_instruction.h"

typedef enum { TO_NEAREST, TO_ZERO, TO_DOWN, TO_UP } Mode;

typedef struct {
    double (*value)(u64 bits);
    u32 infinity, nan, sign; // bit patterns
    double beyond;           // the power of two that infinity stands in for
} Format;

static inline double f32_value(u64 bits) {
    return f32_of(bits);
}

static const Format format_f16 = {f16_of, 0x7c00, 0x7fff, 0x8000, 0x1p16};
static const Format format_bf16 = {bf16_of, 0x7f80, 0x7fff, 0x8000, 0x1p128};
static const Format format_f32 = {f32_value, 0x7f800000, 0x7fffffff, 0x80000000, 0x1p128};

// The sign of (value + error) - other, where `error` is too small to reach another number near `value`.
static inline int compared(long double value, double error, long double other) {
    if (value != other) return value < other ? -1 : 1;
    return error < 0 ? -1 : error > 0;
}

// The bits of value + error in the format.
static inline u64 rounded_sum(long double value, double error, const Format *f, Mode mode) {
    if (isnan(value)) return f->nan;
    if (value < 0 || (value == 0 && error < 0) || (value == 0 && signbit(value))) {
        const Mode mirrored = mode == TO_DOWN ? TO_UP : mode == TO_UP ? TO_DOWN : mode;
        return f->sign | rounded_sum(-value, -error, f, mirrored);
    }
    if (isinf(value)) return f->infinity;
    u32 low = 0, high = f->infinity; // the largest number that is not above the value lies in [low, high)
    while (high - low > 1) {
        const u32 middle = low + (high - low) / 2;
        if (compared(value, error, f->value(middle)) >= 0)
            low = middle;
        else
            high = middle;
    }
    const long double below = f->value(low), above = high == f->infinity ? f->beyond : f->value(high);
    if (compared(value, error, below) == 0 || mode == TO_ZERO || mode == TO_DOWN) return low;
    if (mode == TO_UP) return high;
    const int half = compared(value, error, below + (above - below) / 2);
    return half < 0 ? low : half > 0 ? high : low & 1 ? high : low;
}

// Where PTX leaves open which NaN comes out, any of them will do.
static inline u64 any_nan(u64 got, u64 expected, const Format *f) {
    return isnan(f->value(got)) && isnan(f->value(expected)) ? got : expected;
}

static inline u64 rounded(long double value, const Format *f, Mode mode) {
    return rounded_sum(value, 0, f, mode);
}

#endif
