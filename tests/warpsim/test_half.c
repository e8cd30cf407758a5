// Arithmetic on f16 and bf16 and on pairs of them, rounded once from the exact value.
#include "tests/warpsim/rounding_oracle.h"

typedef enum { ADD, SUB, MUL, FMA } Operation;
enum { SAT = 1, RELU = 2, FTZ = 4 };

static double read_16(u64 bits, const Format *f, int flags) {
    const double v = f->value(bits & 0xffff);
    return flags & FTZ && fabs(v) < 0x1p-14 ? copysign(0, v) : v;
}

// x * y + z (or a sum, a product) exactly: a double and what it lacks, then one rounding.
static u64 one(Operation operation, u64 a, u64 b, u64 c, const Format *f, int flags) {
    const double x = read_16(a, f, flags), y = read_16(b, f, flags), z = read_16(c, f, flags);
    const double first = operation == MUL || operation == FMA ? x * y : x; // 22 bits at most: exact
    const double second = operation == FMA ? z : operation == ADD ? y : operation == SUB ? -y : 0;
    volatile double sum = operation == MUL ? first : first + second;
    double error = 0;
    if (operation != MUL && isfinite(sum)) { // Knuth's two-sum
        const volatile double part = sum - first, rest = sum - part;
        error = (first - rest) + (second - part);
    }
    if (flags & SAT && !(sum > 0)) return 0;
    if (flags & SAT && sum >= 1) sum = 1, error = 0;
    if (flags & RELU && !isnan(sum) && !(sum > 0)) return 0;
    const u64 r = rounded_sum(sum, error, f, TO_NEAREST);
    return flags & FTZ && fabs(f->value(r)) < 0x1p-14 ? r & f->sign : r;
}

static u64 two(Operation operation, u64 a, u64 b, u64 c, const Format *f, int flags) {
    return one(operation, a, b, c, f, flags) | one(operation, a >> 16, b >> 16, c >> 16, f, flags) << 16;
}

#define H &format_f16
#define B &format_bf16

// Hardware looks before it rounds whether a result is subnormal.
static u64 or_zero(u64 got, u64 expected) {
    return (expected & 0x7fff) == 0x0400 && (got & 0x7fff) == 0 ? got : expected;
}

TEST(f16) {
    CHECK_EACH("add.rn.f16", "eee", one(ADD, a, b, 0, H, 0));
    CHECK_EACH("add.f16", "eee", one(ADD, a, b, 0, H, 0));
    CHECK_EACH("sub.rn.f16", "eee", one(SUB, a, b, 0, H, 0));
    CHECK_EACH("mul.rn.f16", "eee", one(MUL, a, b, 0, H, 0));
    CHECK_EACH("fma.rn.f16", "eeee", one(FMA, a, b, c, H, 0));
    CHECK_EACH("add.sat.f16", "eee", one(ADD, a, b, 0, H, SAT));
    CHECK_EACH("add.ftz.f16", "eee", or_zero(got_, one(ADD, a, b, 0, H, FTZ)));
    CHECK_EACH("mul.ftz.sat.f16", "eee", or_zero(got_, one(MUL, a, b, 0, H, FTZ | SAT)));
    CHECK_EACH("fma.rn.sat.f16", "eeee", one(FMA, a, b, c, H, SAT));
    CHECK_EACH("fma.rn.relu.f16", "eeee", one(FMA, a, b, c, H, RELU));
    CHECK_EACH("fma.rn.ftz.f16", "eeee", or_zero(got_, one(FMA, a, b, c, H, FTZ)));
}

TEST(pairs_of_f16) {
    CHECK_EACH("add.rn.f16x2", "EEE", two(ADD, a, b, 0, H, 0));
    CHECK_EACH("sub.f16x2", "EEE", two(SUB, a, b, 0, H, 0));
    CHECK_EACH("mul.f16x2", "EEE", two(MUL, a, b, 0, H, 0));
    CHECK_EACH("fma.rn.f16x2", "EEEE", two(FMA, a, b, c, H, 0));
    CHECK_EACH("fma.rn.ftz.relu.f16x2", "EEEE", two(FMA, a, b, c, H, FTZ | RELU));
    CHECK_EACH("mul.sat.f16x2", "EEE", two(MUL, a, b, 0, H, SAT));
}

TEST(bf16) {
    CHECK_EACH("add.rn.bf16", "bbb", one(ADD, a, b, 0, B, 0));
    CHECK_EACH("sub.rn.bf16", "bbb", one(SUB, a, b, 0, B, 0));
    CHECK_EACH("mul.rn.bf16", "bbb", one(MUL, a, b, 0, B, 0));
    CHECK_EACH("fma.rn.bf16", "bbbb", one(FMA, a, b, c, B, 0));
    CHECK_EACH("fma.rn.relu.bf16", "bbbb", one(FMA, a, b, c, B, RELU));
    CHECK_EACH("add.rn.bf16x2", "BBB", two(ADD, a, b, 0, B, 0));
    CHECK_EACH("mul.rn.bf16x2", "BBB", two(MUL, a, b, 0, B, 0));
    CHECK_EACH("fma.rn.bf16x2", "BBBB", two(FMA, a, b, c, B, 0));
}

// 1.5 * (1 + 2^-7) lies halfway between two numbers: the last bit of the addend decides, however small it is.
TEST(tiny_addend_decides) {
    CHECK_EACH("mov.b16 %h0, 0x3fc0; mov.b16 %h1, 0x3f81; fma.rn.bf16 %d, %h0, %h1, %a;", "bb",
               one(FMA, 0x3fc0, 0x3f81, a, B, 0));
    CHECK_EACH("mov.b16 %h0, 0x3fc0; mov.b16 %h1, 0xbf81; fma.rn.bf16 %d, %h0, %h1, %a;", "bb",
               one(FMA, 0x3fc0, 0xbf81, a, B, 0));
}

static u64 smaller(u64 a, u64 b, const Format *f, bool largest, bool nan_wins) {
    a &= 0xffff, b &= 0xffff;
    const double x = f->value(a), y = f->value(b);
    if (isnan(x) && isnan(y)) return f->nan;
    if (isnan(x) || isnan(y)) return nan_wins ? f->nan : isnan(x) ? b : a;
    if (x == y) return (signbit(x) != 0) == largest ? b : a;
    return (x < y) == largest ? b : a;
}

static u64 smaller_pair(u64 a, u64 b, const Format *f, bool largest, bool nan_wins) {
    return smaller(a, b, f, largest, nan_wins) | smaller(a >> 16, b >> 16, f, largest, nan_wins) << 16;
}

TEST(minimum_and_maximum) {
    CHECK_EACH("min.f16", "eee", smaller(a, b, H, false, false));
    CHECK_EACH("max.f16", "eee", smaller(a, b, H, true, false));
    CHECK_EACH("min.NaN.f16", "eee", smaller(a, b, H, false, true));
    CHECK_EACH("max.f16x2", "EEE", smaller_pair(a, b, H, true, false));
    CHECK_EACH("min.bf16", "bbb", smaller(a, b, B, false, false));
    CHECK_EACH("max.NaN.bf16", "bbb", smaller(a, b, B, true, true));
    CHECK_EACH("min.bf16x2", "BBB", smaller_pair(a, b, B, false, false));
}

static u64 any_nan_pair(u64 got, u64 expected, const Format *f) {
    return any_nan(got & 0xffff, expected & 0xffff, f) | any_nan(got >> 16, expected >> 16, f) << 16;
}

TEST(signs) {
    CHECK_EACH("neg.f16", "ee", any_nan(got_, a ^ 0x8000, H));
    CHECK_EACH("abs.f16", "ee", any_nan(got_, a & 0x7fff, H));
    CHECK_EACH("neg.ftz.f16", "ee", any_nan(got_, rounded(-read_16(a, H, FTZ), H, TO_NEAREST), H));
    CHECK_EACH("neg.f16x2", "EE", any_nan_pair(got_, a ^ 0x80008000, H));
    CHECK_EACH("abs.f16x2", "EE", any_nan_pair(got_, a & 0x7fff7fff, H));
    CHECK_EACH("neg.bf16", "bb", any_nan(got_, a ^ 0x8000, B));
    CHECK_EACH("abs.bf16x2", "BB", any_nan_pair(got_, a & 0x7fff7fff, B));
}

// Within the relative error, or a neighbour of the right number.
static bool near(u64 got, double exact, const Format *f, double relative) {
    const double v = f->value(got & 0xffff);
    if (isnan(exact)) return isnan(v);
    const u64 right = rounded(exact, f, TO_NEAREST);
    return llabs((s64)(got & 0xffff) - (s64)right) <= 1 || fabs(v - exact) <= relative * fabs(exact);
}

#define CHECK_NEAR(text, shape, exact, format, relative)                                                     \
    CHECK_EACH(text, shape, near(got_, exact, format, relative) ? got_ : rounded(exact, format, TO_NEAREST))

TEST(approximations) {
    CHECK_NEAR("ex2.approx.f16", "ee", exp2(f16_of(a)), H, 0x1.13p-10);
    CHECK_NEAR("tanh.approx.f16", "ee", tanh(f16_of(a)), H, 0x1.02p-11);
    CHECK_NEAR("ex2.approx.ftz.bf16", "bb", flushed((float)exp2(bf16_of(a))), B, 0x1p-7);
    CHECK_NEAR("tanh.approx.bf16", "bb", tanh(bf16_of(a)), B, 0x1p-8);
    CHECK_EACH("ex2.approx.f16x2", "EE",
               near(got_, exp2(f16_of(a)), H, 0x1.13p-10) &&
                       near(got_ >> 16, exp2(f16_of(a >> 16)), H, 0x1.13p-10)
                   ? got_
                   : 0);
}

CHECK_MAIN()
