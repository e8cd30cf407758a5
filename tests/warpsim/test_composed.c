// Arithmetic and conversions of compute capability 10: pairs of f32, sums with a narrow source, minimum of
// three, floats of 4 and 6 bits, exponents as scales. And the minimum of a warp's floats.
#include <fenv.h>

#include "tests/warpsim/check_instruction.h"

static u64 pair(float low, float high) {
    return f32_result(low) | f32_result(high) << 32;
}

static float sum(float a, float b) {
    return a + b;
}
static float difference(float a, float b) {
    return a - b;
}
static float product(float a, float b) {
    return a * b;
}
static float flushed_sum(float a, float b) {
    return flushed(flushed(a) + flushed(b));
}
static float product_down(float a, float b) {
    volatile float x = a, y = b, r;
    fesetround(FE_TOWARDZERO);
    r = x * y;
    fesetround(FE_TONEAREST);
    return r;
}

// Two words make a pair: the shapes have no letter for it.
#define PAIRS "mov.b64 %x0, {%a, %b}; mov.b64 %x1, {%c, %e};\n"

static u64 pair_of(float (*f)(float, float), u64 a, u64 b, u64 c, u64 e) {
    return pair(f(f32_of(a), f32_of(c)), f(f32_of(b), f32_of(e)));
}

TEST(pairs_of_singles) {
    CHECK_EACH(PAIRS "add.rn.f32x2 %d, %x0, %x1;", "dffff", pair_of(sum, a, b, c, e));
    CHECK_EACH(PAIRS "add.ftz.f32x2 %d, %x0, %x1;", "dffff", pair_of(flushed_sum, a, b, c, e));
    CHECK_EACH(PAIRS "sub.f32x2 %d, %x0, %x1;", "dffff", pair_of(difference, a, b, c, e));
    CHECK_EACH(PAIRS "mul.f32x2 %d, %x0, %x1;", "dffff", pair_of(product, a, b, c, e));
    CHECK_EACH(PAIRS "mul.rz.f32x2 %d, %x0, %x1;", "dffff", pair_of(product_down, a, b, c, e));
    CHECK_EACH(PAIRS "fma.rn.f32x2 %d, %x0, %x1, %x0;", "dffff",
               pair(fmaf(f32_of(a), f32_of(c), f32_of(a)), fmaf(f32_of(b), f32_of(e), f32_of(b))));
    // The result may be a source.
    CHECK_EACH(PAIRS "add.f32x2 %x0, %x0, %x1; mov.b64 %d, %x0;", "dffff", pair_of(sum, a, b, c, e));
}

TEST(narrow_sources) {
    CHECK_EACH("add.f32.f16", "fef", f32_result((float)f16_of(a) + f32_of(b)));
    CHECK_EACH("sub.rn.f32.bf16", "fbf", f32_result((float)bf16_of(a) - f32_of(b)));
    CHECK_EACH("fma.rn.f32.f16", "feef", f32_result(fmaf((float)f16_of(a), (float)f16_of(b), f32_of(c))));
    CHECK_EACH("fma.rn.f32.bf16", "fbbf", f32_result(fmaf((float)bf16_of(a), (float)bf16_of(b), f32_of(c))));
}

static float least(float a, float b) {
    if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}
static float greatest(float a, float b) {
    return -least(-a, -b);
}

TEST(minimum_of_three) {
    CHECK_EACH("min.f32", "ffff", f32_result(least(least(f32_of(a), f32_of(b)), f32_of(c))));
    CHECK_EACH("max.f32", "ffff", f32_result(greatest(greatest(f32_of(a), f32_of(b)), f32_of(c))));
    CHECK_EACH("max.NaN.f32", "ffff",
               isnan(f32_of(a)) || isnan(f32_of(b)) || isnan(f32_of(c))
                   ? 0x7fffffff
                   : f32_result(greatest(greatest(f32_of(a), f32_of(b)), f32_of(c))));
    CHECK_EACH("min.abs.f32", "ffff",
               f32_result(least(least(fabsf(f32_of(a)), fabsf(f32_of(b))), fabsf(f32_of(c)))));
}

// The nearest of all codes, the even one of two: the value is told by another way than the simulator's.
static u64 nearest_code(float v, int fraction_bits, int bias, int codes) {
    if (isnan(v)) return (u64)codes - 1;
    int best = 0;
    double distance = INFINITY;
    for (int code = 0; code < codes; code++) {
        const int exponent = code >> fraction_bits, fraction = code & ((1 << fraction_bits) - 1);
        const double value = exponent
                                 ? ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits)
                                 : ldexp(fraction, 1 - bias - fraction_bits);
        const double away = fabs(fmin(fabs((double)v), 1e9) - value);
        if (away < distance || (away == distance && code % 2 == 0)) best = code, distance = away;
    }
    return (u64)best | (signbit(v) ? (u64)codes : 0);
}

static u64 of_code(u64 code, int fraction_bits, int bias, u32 codes) {
    const u64 size = code & (codes - 1);
    const int exponent = (int)size >> fraction_bits, fraction = (int)size & ((1 << fraction_bits) - 1);
    const double value = exponent ? ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits)
                                  : ldexp(fraction, 1 - bias - fraction_bits);
    for (u64 half = 0; half < 0x7c00; half++)
        if (f16_of(half) == value) return half | (code & codes ? 0x8000 : 0);
    return ~0ull;
}

TEST(four_and_six_bits) {
    CHECK_EACH("cvt.rn.satfinite.e2m3x2.f32", "hff",
               nearest_code(f32_of(a), 3, 1, 32) << 8 | nearest_code(f32_of(b), 3, 1, 32));
    CHECK_EACH("cvt.rn.satfinite.e3m2x2.f32", "hff",
               nearest_code(f32_of(a), 2, 3, 32) << 8 | nearest_code(f32_of(b), 2, 3, 32));
    CHECK_EACH("{.reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %a, %b; cvt.u16.u8 %d, t;}", "hff",
               nearest_code(f32_of(a), 1, 1, 8) << 4 | nearest_code(f32_of(b), 1, 1, 8));
    CHECK_EACH("and.b16 %a, %a, 0x3f3f; cvt.rn.f16x2.e2m3x2 %d, %a;", "wh",
               of_code(a >> 8 & 63, 3, 1, 32) << 16 | of_code(a & 63, 3, 1, 32));
    CHECK_EACH("and.b16 %a, %a, 0x3f3f; cvt.rn.f16x2.e3m2x2 %d, %a;", "wh",
               of_code(a >> 8 & 63, 2, 3, 32) << 16 | of_code(a & 63, 2, 3, 32));
    CHECK_EACH("{.reg .b8 t; mov.b16 {t, _}, %a; cvt.rn.f16x2.e2m1x2 %d, t;}", "wh",
               of_code(a >> 4 & 15, 1, 1, 8) << 16 | of_code(a & 15, 1, 1, 8));
}

// The power of two at or below |v|, as its exponent; above it, where that is asked for.
static u64 scale(float v, bool up, bool finite) {
    if (isnan(v)) return 0xff;
    if (isinf(v)) return finite ? 0xfe : 0xff;
    const double size = fabs((double)v);
    u64 code = 0;
    while (code < 0xff && ldexp(1, (int)code + 1 - 127) <= size) code++;
    const double exact = code ? ldexp(1, (int)code - 127) : 0x1p-127;
    if (up && size > exact) code++;
    return finite && code == 0xff ? 0xfe : code;
}

TEST(scales) {
    CHECK_EACH("cvt.rz.ue8m0x2.f32", "hff",
               scale(f32_of(a), false, false) << 8 | scale(f32_of(b), false, false));
    CHECK_EACH("cvt.rp.satfinite.ue8m0x2.f32", "hff",
               scale(f32_of(a), true, true) << 8 | scale(f32_of(b), true, true));
    CHECK_EACH("cvt.rp.satfinite.ue8m0x2.bf16x2", "hB",
               scale((float)bf16_of(a >> 16), true, true) << 8 |
                   scale((float)bf16_of(a & 0xffff), true, true));
    CHECK_EACH("cvt.rn.bf16x2.ue8m0x2", "wh",
               (a >> 8 == 0xff ? 0x7fff : u32_of_f32((float)ldexp(1, (int)(a >> 8) - 127)) >> 16) << 16 |
                   ((a & 0xff) == 0xff ? 0x7fff : u32_of_f32((float)ldexp(1, (int)(a & 0xff) - 127)) >> 16));
}

// What lies above the largest f16 by half of its last place or more stays there; the rest is the nearest of
// all.
static u64 with_largest(float v) {
    if (isnan(v)) return 0x7fff;
    if (fabsf(v) >= 65504) return signbit(v) ? 0xfbff : 0x7bff;
    u64 best = 0;
    for (u64 half = 1; half < 0x7c00; half++) {
        const double now = fabs(f16_of(half) - fabs((double)v)),
                     before = fabs(f16_of(best) - fabs((double)v));
        if (now < before || (now == before && half % 2 == 0)) best = half;
    }
    return best | (signbit(v) ? 0x8000 : 0);
}

TEST(largest_instead_of_infinity) {
    CHECK_EACH("cvt.rna.satfinite.tf32.f32 %d, %a; setp.num.f32 %p0, %a, %a; @!%p0 mov.b32 %d, 0;", "wf",
               isnan(f32_of(a))                 ? 0
               : (a & 0x7fffffff) >= 0x7f7ff000 ? (a & 0x80000000) | 0x7f7fe000
                                                : (a + 0x1000) & 0xffffe000);
    CHECK_EACH("cvt.rn.satfinite.f16x2.f32", "wff", with_largest(f32_of(a)) << 16 | with_largest(f32_of(b)));
}

TEST(minimum_of_a_warp) {
    static const char *const forms[] = {"min", "max", "max.abs", "min.NaN"};
    for (int form = 0; form < 4; form++)
        for (int with_nan = 0; with_nan < 2; with_nan++) {
            char body[400];
            u64 in[32];
            float expected = form == 0 || form == 3 ? INFINITY : -INFINITY;
            for (u32 i = 0; i < 32; i++) {
                const float v = with_nan && i == 5 ? NAN : (float)((int)(i * 7 % 32) - 20);
                in[i] = u32_of_f32(v);
                if (form == 0 || form == 3) expected = least(expected, v);
                if (form == 1) expected = greatest(expected, v);
                if (form == 2) expected = greatest(expected, fabsf(v));
            }
            if (form == 3 && with_nan) expected = NAN;
            snprintf(body, sizeof body,
                     "mad.wide.u32 %%x0, %%i, 8, %%in; ld.u32 %%r0, [%%x0]; redux.sync.%s.f32 %%r1, %%r0, "
                     "0xffffffff; cvt.u64.u32 %%x1, %%r1; st.u64 [%%mine], %%x1;",
                     forms[form]);
            PtxRun run = {.body = body, .in = in, .in_count = 32, .block = {32}, .out_count = 32};
            if (!run_ptx(&run)) return;
            for (u32 i = 0; i < 32; i++) CHECK_EQ(run.out[i], f32_result(expected));
        }
}

// 32 bytes at once, where the result overwrites the address too; stored again, in another order.
TEST(wide_accesses) {
    u64 in[4 * 32];
    for (u32 i = 0; i < 4 * 32; i++) in[i] = i * 0x100000001 + 5;
    static const char *const loads[] = {
        "ld.global.v4.b64 {%x1, %x2, %x3, %x4}, [%x0];",
        "ld.global.nc.L2::256B.v4.u64 {%x0, %x2, %x3, %x4}, [%x0]; mov.b64 %x1, %x0;",
        "ld.global.v4.f64 {%x1, %x2, %x3, %x0}, [%x0]; mov.b64 %x4, %x0;",
        "ld.global.L1::no_allocate.v8.b32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%x0]; mov.b64 %x1, "
        "{%r0, %r1}; mov.b64 "
        "%x2, {%r2, %r3}; mov.b64 %x3, {%r4, %r5}; mov.b64 %x4, {%r6, %r7};"};
    static const char *const stores[] = {
        "st.global.v4.b64 [%x5], {%x4, %x3, %x2, %x1};",
        "mov.b64 {%r10, %r11}, %x4; mov.b64 {%r12, %r13}, %x3; mov.b64 {%r14, "
        "%r15}, %x2; mov.b64 {%r16, %r17}, %x1; st.global.v8.b32 [%x5], {%r10, %r11, "
        "%r12, %r13, %r14, %r15, %r16, %r17};"};
    for (int l = 0; l < 4; l++)
        for (int s = 0; s < 2; s++) {
            char body[900];
            snprintf(body, sizeof body,
                     "mad.wide.u32 %%x0, %%i, 32, %%in; mad.wide.u32 %%x5, %%i, 32, %%out;\n%s %s", loads[l],
                     stores[s]);
            PtxRun run = {.body = body, .in = in, .in_count = 4 * 32, .block = {32}, .out_count = 4 * 32};
            if (!run_ptx(&run)) return;
            for (u32 i = 0; i < 4 * 32; i++) CHECK_EQ(run.out[i], in[i ^ 3]);
        }
}

CHECK_MAIN()
