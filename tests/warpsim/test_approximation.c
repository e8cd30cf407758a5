// The approximations, within the errors that the PTX ISA states for them.
#include "tests/warpsim/check_instruction.h"

#define F(v) f32_of(v)
#define D(v) f64_of(v)
#define Z(v) flushed(f32_of(v))

// The distance between floats around the value.
static double ulp(double v) {
    int exponent;
    frexp(v, &exponent);
    return ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

// `got` is as near to the exact value as allowed; infinities, NaN and zeros must be what they are.
static bool near(u64 got_bits, double exact, double ulps, double absolute) {
    const float got = F(got_bits);
    if (isnan(exact)) return isnan(got);
    if (isinf(got) || isinf((float)exact)) return got == (float)exact || (fabs(exact) > 0x1.fffffcp127);
    if (exact == 0) return got == 0 && !signbit(got) == !signbit(exact);
    return fabs(got - exact) <= ulps * ulp(exact) + absolute;
}

#define CHECK_NEAR(text, shape, exact, ulps, absolute)                                                       \
    CHECK_EACH(text, shape, near(got_, exact, ulps, absolute) ? got_ : u32_of_f32((float)(exact)))

TEST(reciprocal_and_roots) {
    CHECK_NEAR("rcp.approx.f32", "ff", 1 / (double)F(a), 1, 0);
    CHECK_NEAR("rcp.approx.ftz.f32", "ff", flushed((float)(1 / (double)Z(a))), 1, 0);
    CHECK_NEAR("sqrt.approx.f32", "ff", sqrt(F(a)), 3, 0);
    CHECK_NEAR("sqrt.approx.ftz.f32", "ff", sqrt(Z(a)), 3, 0);
    CHECK_NEAR("rsqrt.approx.f32", "ff", 1 / sqrt(F(a)), 2, 0);
    CHECK_NEAR("rsqrt.approx.ftz.f32", "ff", 1 / sqrt(Z(a)), 2, 0);
}

// div.approx: 2 ulp for a divisor within 2^-126 .. 2^126; 0 (or NaN for an infinite dividend) above it.
// div.full: 2 ulp over the whole range.
static double quotient(double a, double b, bool full) {
    if (!full && fabs(b) > 0x1p126 && !isinf(b)) return isinf(a) || isnan(a) ? NAN : copysign(0, a / b);
    return a / b;
}

TEST(quotients) {
    CHECK_NEAR("div.approx.f32", "fff", quotient(F(a), F(b), false), 2, 0);
    CHECK_NEAR("div.full.f32", "fff", quotient(F(a), F(b), true), 2, 0);
    CHECK_NEAR("div.approx.ftz.f32", "fff", flushed((float)quotient(Z(a), Z(b), false)), 2, 0);
    CHECK_NEAR("div.full.ftz.f32", "fff", flushed((float)quotient(Z(a), Z(b), true)), 2, 0);
}

TEST(exponentials_and_logarithms) {
    CHECK_NEAR("ex2.approx.f32", "ff", exp2(F(a)), 2, 0);
    CHECK_NEAR("ex2.approx.ftz.f32", "ff", flushed((float)exp2(Z(a))), 2, 0);
    CHECK_NEAR("lg2.approx.f32", "ff", log2(F(a)), 1, 0x1p-22);
    CHECK_NEAR("lg2.approx.ftz.f32", "ff", log2(Z(a)), 1, 0x1p-22);
    CHECK_NEAR("tanh.approx.f32", "ff", tanh(F(a)), 0, 0x1p-11 * fabs(tanh(F(a))));
}

// sin and cos: 2^-20.5 absolute within +-2 pi, 2^-14.7 within +-100 pi, nothing is promised beyond.
#define SMALL                                                                                                \
    "mul.f32 %a, %a, 0f3E800000; abs.f32 %r0, %a; setp.gt.f32 %p0, %r0, 0f40C00000; selp.f32 %a, "           \
    "0f3F000000, %a, %p0; "

static double small(u64 bits) {
    const float v = F(bits) * 0.25f;
    return fabsf(v) > 6 ? 0.5 : v;
}

TEST(sine_and_cosine) {
    CHECK_NEAR(SMALL "sin.approx.f32 %d, %a;", "ff", sin(small(a)), 0, 0x1p-20);
    CHECK_NEAR(SMALL "cos.approx.f32 %d, %a;", "ff", cos(small(a)), 0, 0x1p-20);
    CHECK_NEAR(SMALL "sin.approx.ftz.f32 %d, %a;", "ff", flushed((float)sin(flushed((float)small(a)))), 0,
               0x1p-20);
    CHECK_NEAR(SMALL "cos.approx.ftz.f32 %d, %a;", "ff", cos(small(a)), 0, 0x1p-20);
}

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read the upper 32 bits of the source and write those of the
// result.
TEST(double_precision_starts) {
    CHECK_EACH("rcp.approx.ftz.f64", "gg",
               isnan(D(a)) || fabs(D(a)) < 0x1p-1022 || fabs(D(got_) * D(a) - 1) < 0x1p-19 ||
                       fabs(1 / D(a)) < 0x1p-1022 || isinf(1 / D(a)) || isinf(D(a))
                   ? got_
                   : u64_of_f64(1 / D(a)));
    CHECK_EACH("rsqrt.approx.ftz.f64", "gg",
               !(D(a) >= 0x1p-1022) || isinf(D(a)) || fabs(D(got_) * sqrt(D(a)) - 1) < 0x1p-19
                   ? got_
                   : u64_of_f64(1 / sqrt(D(a))));
}

CHECK_MAIN()
