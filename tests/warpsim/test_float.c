// Single- and double-precision arithmetic, correctly rounded in every mode, with .ftz and .sat, bit for bit.
#include <fenv.h>

#include "tests/warpsim/check_instruction.h"

#define F(v) f32_of(v)
#define D(v) f64_of(v)
#define Z(v) flushed(f32_of(v))

// The CPU's own arithmetic in a rounding mode. Everything is volatile, so that it happens where it stands.
typedef enum { ADD, SUB, MUL, DIV, FMA, RCP, SQRT } Operation;

static u64 single(Operation operation, int mode, float x, float y, float z) {
    volatile float a = x, b = y, c = z, r = 0;
    fesetround(mode);
    switch (operation) {
    case ADD: r = a + b; break;
    case SUB: r = a - b; break;
    case MUL: r = a * b; break;
    case DIV: r = a / b; break;
    case FMA: r = fmaf(a, b, c); break;
    case RCP: r = 1 / a; break;
    case SQRT: r = sqrtf(a); break;
    }
    fesetround(FE_TONEAREST);
    return f32_result(r);
}

static u64 flushed_single(Operation operation, int mode, u64 a, u64 b, u64 c) {
    return f32_result(flushed(F(single(operation, mode, Z(a), Z(b), Z(c)))));
}

// Hardware looks before it rounds whether a result is subnormal: what is rounded up to the smallest normal
// number may be flushed too.
static u64 or_zero(u64 got, u64 expected) {
    return (expected & 0x7fffffff) == 0x00800000 && got == (expected & 0x80000000) ? got : expected;
}

static double double_(Operation operation, int mode, double x, double y, double z) {
    volatile double a = x, b = y, c = z, r = 0;
    fesetround(mode);
    switch (operation) {
    case ADD: r = a + b; break;
    case SUB: r = a - b; break;
    case MUL: r = a * b; break;
    case DIV: r = a / b; break;
    case FMA: r = fma(a, b, c); break;
    case RCP: r = 1 / a; break;
    case SQRT: r = sqrt(a); break;
    }
    fesetround(FE_TONEAREST);
    return r;
}

static u64 saturated(u64 bits) {
    const float v = F(bits);
    return u32_of_f32(v > 0 ? v < 1 ? v : 1 : 0);
}

#define CHECK_SINGLE(name, operation, shape)                                                                 \
    do {                                                                                                     \
        CHECK_EACH(name ".rn.f32", shape, single(operation, FE_TONEAREST, F(a), F(b), F(c)));                \
        CHECK_EACH(name ".rz.f32", shape, single(operation, FE_TOWARDZERO, F(a), F(b), F(c)));               \
        CHECK_EACH(name ".rm.f32", shape, single(operation, FE_DOWNWARD, F(a), F(b), F(c)));                 \
        CHECK_EACH(name ".rp.f32", shape, single(operation, FE_UPWARD, F(a), F(b), F(c)));                   \
        CHECK_EACH(name ".rn.ftz.f32", shape,                                                                \
                   or_zero(got_, flushed_single(operation, FE_TONEAREST, a, b, c)));                         \
        CHECK_EACH(name ".rz.ftz.f32", shape,                                                                \
                   or_zero(got_, flushed_single(operation, FE_TOWARDZERO, a, b, c)));                        \
        CHECK_EACH(name ".rm.ftz.f32", shape,                                                                \
                   or_zero(got_, flushed_single(operation, FE_DOWNWARD, a, b, c)));                          \
        CHECK_EACH(name ".rp.ftz.f32", shape, or_zero(got_, flushed_single(operation, FE_UPWARD, a, b, c))); \
    } while (0)

#define CHECK_DOUBLE(name, operation, shape)                                                                 \
    do {                                                                                                     \
        CHECK_EACH_F64(name ".rn.f64", shape, double_(operation, FE_TONEAREST, D(a), D(b), D(c)));           \
        CHECK_EACH_F64(name ".rz.f64", shape, double_(operation, FE_TOWARDZERO, D(a), D(b), D(c)));          \
        CHECK_EACH_F64(name ".rm.f64", shape, double_(operation, FE_DOWNWARD, D(a), D(b), D(c)));            \
        CHECK_EACH_F64(name ".rp.f64", shape, double_(operation, FE_UPWARD, D(a), D(b), D(c)));              \
    } while (0)

TEST(add) {
    CHECK_SINGLE("add", ADD, "fff");
    CHECK_DOUBLE("add", ADD, "ggg");
    CHECK_EACH("add.f32", "fff", single(ADD, FE_TONEAREST, F(a), F(b), 0));
    CHECK_EACH_F64("add.f64", "ggg", double_(ADD, FE_TONEAREST, D(a), D(b), 0));
}

TEST(subtract) {
    CHECK_SINGLE("sub", SUB, "fff");
    CHECK_DOUBLE("sub", SUB, "ggg");
    CHECK_EACH("sub.f32", "fff", single(SUB, FE_TONEAREST, F(a), F(b), 0));
    CHECK_EACH("sub.ftz.f32", "fff", flushed_single(SUB, FE_TONEAREST, a, b, 0));
}

TEST(multiply) {
    CHECK_SINGLE("mul", MUL, "fff");
    CHECK_DOUBLE("mul", MUL, "ggg");
    CHECK_EACH("mul.f32", "fff", single(MUL, FE_TONEAREST, F(a), F(b), 0));
    CHECK_EACH_F64("mul.f64", "ggg", double_(MUL, FE_TONEAREST, D(a), D(b), 0));
}

TEST(fused_multiply_and_add) {
    CHECK_SINGLE("fma", FMA, "ffff");
    CHECK_DOUBLE("fma", FMA, "gggg");
    CHECK_EACH("mad.rn.f32", "ffff", single(FMA, FE_TONEAREST, F(a), F(b), F(c)));
    CHECK_EACH_F64("mad.rz.f64", "gggg", double_(FMA, FE_TOWARDZERO, D(a), D(b), D(c)));
}

TEST(divide) {
    CHECK_SINGLE("div", DIV, "fff");
    CHECK_DOUBLE("div", DIV, "ggg");
}

TEST(reciprocal) {
    CHECK_SINGLE("rcp", RCP, "ff");
    CHECK_DOUBLE("rcp", RCP, "gg");
}

TEST(square_root) {
    CHECK_SINGLE("sqrt", SQRT, "ff");
    CHECK_DOUBLE("sqrt", SQRT, "gg");
}

TEST(saturation) {
    CHECK_EACH("add.sat.f32", "fff", saturated(single(ADD, FE_TONEAREST, F(a), F(b), 0)));
    CHECK_EACH("add.rz.sat.f32", "fff", saturated(single(ADD, FE_TOWARDZERO, F(a), F(b), 0)));
    CHECK_EACH("sub.ftz.sat.f32", "fff", saturated(flushed_single(SUB, FE_TONEAREST, a, b, 0)));
    CHECK_EACH("mul.sat.f32", "fff", saturated(single(MUL, FE_TONEAREST, F(a), F(b), 0)));
    CHECK_EACH("fma.rn.sat.f32", "ffff", saturated(single(FMA, FE_TONEAREST, F(a), F(b), F(c))));
    CHECK_EACH("fma.rp.ftz.sat.f32", "ffff", saturated(flushed_single(FMA, FE_UPWARD, a, b, c)));
}

TEST(literals) {
    CHECK_EACH("add.f32 %d, %a, 0f3FC00000;", "ff", single(ADD, FE_TONEAREST, F(a), 1.5f, 0));
    CHECK_EACH_F64("mul.f64 %d, %a, 0dBFE8000000000000;", "gg", double_(MUL, FE_TONEAREST, D(a), -0.75, 0));
    CHECK_EACH_F64("add.f64 %d, %a, 0.1;", "gg", double_(ADD, FE_TONEAREST, D(a), 0.1, 0));
    CHECK_EACH("add.f32 %d, %a, 0.1;", "ff", single(ADD, FE_TONEAREST, F(a), 0.1f, 0));
    CHECK_EACH("fma.rn.f32 %d, %a, 0fBF800000, 0f3F800000;", "ff", single(FMA, FE_TONEAREST, F(a), -1, 1));
}

// A number wins against NaN, and -0 is less than +0.
static u64 least(u64 a, u64 b) {
    const float x = F(a), y = F(b);
    if (isnan(x) || isnan(y)) return f32_result(isnan(x) ? y : x);
    return x == y ? (signbit(x) ? a : b) : x < y ? a : b;
}

static u64 greatest(u64 a, u64 b) {
    const float x = F(a), y = F(b);
    if (isnan(x) || isnan(y)) return f32_result(isnan(x) ? y : x);
    return x == y ? (signbit(x) ? b : a) : x > y ? a : b;
}

static double least_double(double x, double y) {
    if (isnan(x) || isnan(y)) return isnan(x) ? y : x;
    return x == y ? (signbit(x) ? x : y) : x < y ? x : y;
}

static double greatest_double(double x, double y) {
    if (isnan(x) || isnan(y)) return isnan(x) ? y : x;
    return x == y ? (signbit(x) ? y : x) : x > y ? x : y;
}

static bool nan_among(u64 a, u64 b) {
    return isnan(F(a)) || isnan(F(b));
}

static u64 zeroed(u64 bits) {
    return u32_of_f32(Z(bits));
}

TEST(minimum_and_maximum) {
    CHECK_EACH("min.f32", "fff", least(a, b));
    CHECK_EACH("max.f32", "fff", greatest(a, b));
    CHECK_EACH("min.ftz.f32", "fff", least(zeroed(a), zeroed(b)));
    CHECK_EACH("max.ftz.f32", "fff", greatest(zeroed(a), zeroed(b)));
    CHECK_EACH("min.NaN.f32", "fff", nan_among(a, b) ? 0x7fffffff : least(a, b));
    CHECK_EACH("max.NaN.f32", "fff", nan_among(a, b) ? 0x7fffffff : greatest(a, b));
    CHECK_EACH("max.ftz.NaN.f32", "fff", nan_among(a, b) ? 0x7fffffff : greatest(zeroed(a), zeroed(b)));
    CHECK_EACH_F64("min.f64", "ggg", least_double(D(a), D(b)));
    CHECK_EACH_F64("max.f64", "ggg", greatest_double(D(a), D(b)));
}

TEST(signs) {
    CHECK_EACH("neg.f32", "ff", any_nan_f32(got_, a ^ 0x80000000));
    CHECK_EACH("abs.f32", "ff", any_nan_f32(got_, a & 0x7fffffff));
    CHECK_EACH("neg.ftz.f32", "ff", any_nan_f32(got_, zeroed(a ^ 0x80000000)));
    CHECK_EACH("abs.ftz.f32", "ff", any_nan_f32(got_, zeroed(a & 0x7fffffff)));
    CHECK_EACH_F64("neg.f64", "gg", -D(a));
    CHECK_EACH_F64("abs.f64", "gg", fabs(D(a)));
    CHECK_EACH("copysign.f32", "fff", (a & 0x80000000) | (b & 0x7fffffff));
    CHECK_EACH("copysign.f64", "ggg", (a & 0x8000000000000000) | (b & 0x7fffffffffffffff));
}

CHECK_MAIN()
