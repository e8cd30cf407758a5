// cvt: integers to integers, integers to floats and back, floats to floats, with every rounding mode.
#include "tests/warpsim/rounding_oracle.h"

#define S8(v)  ((s64)(s8)(v))
#define S16(v) ((s64)(s16)(v))
#define S32(v) ((s64)(s32)(v))
#define S64(v) ((s64)(v))
#define F(v)   f32_of(v)
#define D(v)   f64_of(v)

TEST(integers_to_wider_ones) {
    CHECK_EACH("cvt.s16.s8", "hh", S8(a));
    CHECK_EACH("cvt.u16.u8", "hh", a & 255);
    CHECK_EACH("cvt.s32.s8", "ww", S8(a));
    CHECK_EACH("cvt.s32.u8", "ww", a & 255);
    CHECK_EACH("cvt.u32.s8", "wh", S8(a));
    CHECK_EACH("cvt.u32.u8", "wh", a & 255);
    CHECK_EACH("cvt.s64.s8", "dw", S8(a));
    CHECK_EACH("cvt.u64.u8", "dh", a & 255);
    CHECK_EACH("cvt.s32.s16", "wh", S16(a));
    CHECK_EACH("cvt.u32.s16", "wh", S16(a));
    CHECK_EACH("cvt.s32.u16", "wh", a);
    CHECK_EACH("cvt.u32.u16", "wh", a);
    CHECK_EACH("cvt.s64.s16", "dh", S16(a));
    CHECK_EACH("cvt.u64.u16", "dh", a);
    CHECK_EACH("cvt.u64.s16", "dh", S16(a));
    CHECK_EACH("cvt.s64.s32", "dw", S32(a));
    CHECK_EACH("cvt.u64.s32", "dw", S32(a));
    CHECK_EACH("cvt.s64.u32", "dw", a);
    CHECK_EACH("cvt.u64.u32", "dw", a);
}

// The source's register may be wider than its type: its low bits count.
TEST(integers_in_wider_registers) {
    CHECK_EACH("cvt.s64.s32", "dd", S32(a));
    CHECK_EACH("cvt.u64.u32", "dd", a & 0xffffffff);
    CHECK_EACH("cvt.u64.u16", "dd", a & 0xffff);
    CHECK_EACH("cvt.s64.s8", "dd", S8(a));
    CHECK_EACH("cvt.u16.u32", "hd", a & 0xffff);
    CHECK_EACH("cvt.rn.f64.s32", "gd", u64_of_f64((double)S32(a)));
}

TEST(integers_to_narrower_ones) {
    CHECK_EACH("cvt.u16.u32", "hw", a);
    CHECK_EACH("cvt.s16.s32", "hw", a);
    CHECK_EACH("cvt.u16.u64", "hd", a);
    CHECK_EACH("cvt.s16.s64", "hd", a);
    CHECK_EACH("cvt.u32.u64", "wd", a);
    CHECK_EACH("cvt.s32.s64", "wd", a);
    CHECK_EACH("cvt.u32.s64", "wd", a);
    CHECK_EACH("cvt.s32.u64", "wd", a);
    // An 8-bit result fills its register, by the sign of its type.
    CHECK_EACH("cvt.u8.u32", "hw", a & 255);
    CHECK_EACH("cvt.s8.s32", "ww", S8(a));
    CHECK_EACH("cvt.u8.s64", "wd", a & 255);
    CHECK_EACH("cvt.s8.u64", "dd", S8(a));
    CHECK_EACH("cvt.u8.u16", "hh", a & 255);
    CHECK_EACH("cvt.s8.s16", "hh", S8(a));
    CHECK_EACH("cvt.u16.u32", "ww", a & 0xffff);
    CHECK_EACH("cvt.s16.s32", "ww", S16(a));
    CHECK_EACH("cvt.s16.u64", "dd", S16(a));
    CHECK_EACH("cvt.u32.u64", "dd", a & 0xffffffff);
    CHECK_EACH("cvt.s32.s64", "dd", S32(a));
    CHECK_EACH("cvt.s32.s16", "dh", S16(a));
}

static s64 within(s64 v, s64 low, s64 high) {
    return v < low ? low : v > high ? high : v;
}

TEST(integers_saturated) {
    CHECK_EACH("cvt.sat.s8.s32", "ww", within(S32(a), -128, 127));
    CHECK_EACH("cvt.sat.u8.s32", "ww", within(S32(a), 0, 255));
    CHECK_EACH("cvt.sat.u8.u16", "hh", a > 255 ? 255 : a);
    CHECK_EACH("cvt.sat.s8.u32", "ww", a > 127 ? 127 : a);
    CHECK_EACH("cvt.sat.s16.s32", "hw", within(S32(a), -32768, 32767));
    CHECK_EACH("cvt.sat.u16.s64", "hd", within(S64(a), 0, 65535));
    CHECK_EACH("cvt.sat.s32.s64", "wd", within(S64(a), INT32_MIN, INT32_MAX));
    CHECK_EACH("cvt.sat.s32.u64", "wd", a > INT32_MAX ? INT32_MAX : a);
    CHECK_EACH("cvt.sat.u32.u64", "wd", a > UINT32_MAX ? UINT32_MAX : a);
    CHECK_EACH("cvt.sat.u32.s32", "ww", within(S32(a), 0, INT32_MAX));
    CHECK_EACH("cvt.sat.s64.u64", "dd", a > INT64_MAX ? INT64_MAX : a);
    CHECK_EACH("cvt.sat.u64.s32", "dw", within(S32(a), 0, INT32_MAX));
}

// The rounded value clamped to the integer's range. NaN gives 0; with 64 bits on either side the sign bit
// alone.
static u64 integer(long double v, Mode mode, int bits, bool is_signed, bool from_f64) {
    if (isnan(v))
        return !from_f64 && bits < 64 ? 0 : is_signed ? 0 - (1ull << (bits - 1)) : 1ull << (bits - 1);
    v = mode == TO_NEAREST ? rintl(v) : mode == TO_ZERO ? truncl(v) : mode == TO_DOWN ? floorl(v) : ceill(v);
    const long double end = ldexpl(1, is_signed ? bits - 1 : bits);
    if (v >= end) return is_signed ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
    if (v < (is_signed ? -end : 0)) return is_signed ? 0 - (1ull << (bits - 1)) : 0;
    return is_signed ? (u64)(s64)v : (u64)v;
}

#define CHECK_TO_INTEGER(type, result, from, source, value, bits, is_signed)                                 \
    do {                                                                                                     \
        const bool f64_ = (source) == 'g';                                                                   \
        const char shape_[] = {result, source, 0};                                                           \
        CHECK_EACH("cvt.rni." type "." from, shape_, integer(value(a), TO_NEAREST, bits, is_signed, f64_));  \
        CHECK_EACH("cvt.rzi." type "." from, shape_, integer(value(a), TO_ZERO, bits, is_signed, f64_));     \
        CHECK_EACH("cvt.rmi." type "." from, shape_, integer(value(a), TO_DOWN, bits, is_signed, f64_));     \
        CHECK_EACH("cvt.rpi." type "." from, shape_, integer(value(a), TO_UP, bits, is_signed, f64_));       \
    } while (0)

#define CHECK_TO_INTEGERS(from, source, value)                                                               \
    do {                                                                                                     \
        CHECK_TO_INTEGER("s16", 'h', from, source, value, 16, true);                                         \
        CHECK_TO_INTEGER("u16", 'h', from, source, value, 16, false);                                        \
        CHECK_TO_INTEGER("s32", 'w', from, source, value, 32, true);                                         \
        CHECK_TO_INTEGER("u32", 'w', from, source, value, 32, false);                                        \
        CHECK_TO_INTEGER("s64", 'd', from, source, value, 64, true);                                         \
        CHECK_TO_INTEGER("u64", 'd', from, source, value, 64, false);                                        \
    } while (0)

TEST(single_precision_to_integers) {
    CHECK_TO_INTEGERS("f32", 'f', F);
    CHECK_TO_INTEGER("s8", 'w', "f32", 'f', F, 8, true);
    CHECK_TO_INTEGER("u8", 'w', "f32", 'f', F, 8, false);
    CHECK_EACH("cvt.rpi.ftz.s32.f32", "wf", integer(flushed(F(a)), TO_UP, 32, true, false));
    CHECK_EACH("cvt.rzi.sat.s32.f32", "wf", integer(F(a), TO_ZERO, 32, true, false));
}

TEST(double_precision_to_integers) {
    CHECK_TO_INTEGERS("f64", 'g', D);
    CHECK_TO_INTEGER("s8", 'w', "f64", 'g', D, 8, true);
    CHECK_TO_INTEGER("u8", 'w', "f64", 'g', D, 8, false);
}

TEST(half_precision_to_integers) {
    CHECK_TO_INTEGERS("f16", 'e', f16_of);
    CHECK_TO_INTEGER("s8", 'w', "f16", 'e', f16_of, 8, true);
    CHECK_TO_INTEGER("u8", 'w', "f16", 'e', f16_of, 8, false);
}

TEST(bfloat_to_integers) {
    CHECK_TO_INTEGERS("bf16", 'b', bf16_of);
}

// An integer as f64: the CPU's own conversion.
static u64 as_f64(long double v, Mode mode) {
    double r = (double)v; // nearest
    if (mode == TO_ZERO && fabsl((long double)r) > fabsl(v)) r = nextafter(r, 0);
    if (mode == TO_DOWN && r > v) r = nextafter(r, -INFINITY);
    if (mode == TO_UP && r < v) r = nextafter(r, INFINITY);
    return u64_of_f64(r);
}

#define CHECK_FROM_INTEGER(type, shape, value)                                                               \
    do {                                                                                                     \
        CHECK_EACH("cvt.rn.f32." type, "f" shape, rounded(value(a), &format_f32, TO_NEAREST));               \
        CHECK_EACH("cvt.rz.f32." type, "f" shape, rounded(value(a), &format_f32, TO_ZERO));                  \
        CHECK_EACH("cvt.rm.f32." type, "f" shape, rounded(value(a), &format_f32, TO_DOWN));                  \
        CHECK_EACH("cvt.rp.f32." type, "f" shape, rounded(value(a), &format_f32, TO_UP));                    \
        CHECK_EACH("cvt.rn.f64." type, "g" shape, as_f64(value(a), TO_NEAREST));                             \
        CHECK_EACH("cvt.rz.f64." type, "g" shape, as_f64(value(a), TO_ZERO));                                \
        CHECK_EACH("cvt.rm.f64." type, "g" shape, as_f64(value(a), TO_DOWN));                                \
        CHECK_EACH("cvt.rp.f64." type, "g" shape, as_f64(value(a), TO_UP));                                  \
        CHECK_EACH("cvt.rn.f16." type, "e" shape, rounded(value(a), &format_f16, TO_NEAREST));               \
        CHECK_EACH("cvt.rz.f16." type, "e" shape, rounded(value(a), &format_f16, TO_ZERO));                  \
        CHECK_EACH("cvt.rm.f16." type, "e" shape, rounded(value(a), &format_f16, TO_DOWN));                  \
        CHECK_EACH("cvt.rp.f16." type, "e" shape, rounded(value(a), &format_f16, TO_UP));                    \
    } while (0)

#define CHECK_BF16_FROM_INTEGER(type, shape, value)                                                          \
    do {                                                                                                     \
        CHECK_EACH("cvt.rn.bf16." type, "b" shape, rounded(value(a), &format_bf16, TO_NEAREST));             \
        CHECK_EACH("cvt.rz.bf16." type, "b" shape, rounded(value(a), &format_bf16, TO_ZERO));                \
        CHECK_EACH("cvt.rm.bf16." type, "b" shape, rounded(value(a), &format_bf16, TO_DOWN));                \
        CHECK_EACH("cvt.rp.bf16." type, "b" shape, rounded(value(a), &format_bf16, TO_UP));                  \
    } while (0)

TEST(integers_to_floats) {
    CHECK_FROM_INTEGER("s8", "h", S8);
    CHECK_FROM_INTEGER("u8", "w", (u8));
    CHECK_FROM_INTEGER("s16", "h", S16);
    CHECK_FROM_INTEGER("u16", "h", );
    CHECK_FROM_INTEGER("s32", "w", S32);
    CHECK_FROM_INTEGER("u32", "w", );
    CHECK_FROM_INTEGER("s64", "d", S64);
    CHECK_FROM_INTEGER("u64", "d", );
    CHECK_BF16_FROM_INTEGER("s16", "h", S16);
    CHECK_BF16_FROM_INTEGER("u32", "w", );
    CHECK_BF16_FROM_INTEGER("s64", "d", S64);
    CHECK_BF16_FROM_INTEGER("u64", "d", );
}

TEST(floats_to_wider_ones) {
    CHECK_EACH_F64("cvt.f64.f32", "gf", F(a));
    CHECK_EACH_F64("cvt.ftz.f64.f32", "gf", flushed(F(a)));
    CHECK_EACH("cvt.f32.f16", "fe", f32_result((float)f16_of(a)));
    CHECK_EACH_F64("cvt.f64.f16", "ge", f16_of(a));
    CHECK_EACH("cvt.f32.bf16", "fb", any_nan_f32(got_, a << 16));
    CHECK_EACH_F64("cvt.f64.bf16", "gb", bf16_of(a));
}

TEST(floats_to_narrower_ones) {
    CHECK_EACH("cvt.rn.f32.f64", "fg", any_nan(got_, rounded(D(a), &format_f32, TO_NEAREST), &format_f32));
    CHECK_EACH("cvt.rz.f32.f64", "fg", any_nan(got_, rounded(D(a), &format_f32, TO_ZERO), &format_f32));
    CHECK_EACH("cvt.rm.f32.f64", "fg", any_nan(got_, rounded(D(a), &format_f32, TO_DOWN), &format_f32));
    CHECK_EACH("cvt.rp.f32.f64", "fg", any_nan(got_, rounded(D(a), &format_f32, TO_UP), &format_f32));
    CHECK_EACH("cvt.rn.f16.f64", "eg", any_nan(got_, rounded(D(a), &format_f16, TO_NEAREST), &format_f16));
    CHECK_EACH("cvt.rz.f16.f64", "eg", any_nan(got_, rounded(D(a), &format_f16, TO_ZERO), &format_f16));
    CHECK_EACH("cvt.rn.f16.f32", "ef", rounded(F(a), &format_f16, TO_NEAREST));
    CHECK_EACH("cvt.rz.f16.f32", "ef", rounded(F(a), &format_f16, TO_ZERO));
    CHECK_EACH("cvt.rm.f16.f32", "ef", rounded(F(a), &format_f16, TO_DOWN));
    CHECK_EACH("cvt.rp.f16.f32", "ef", rounded(F(a), &format_f16, TO_UP));
    CHECK_EACH("cvt.rn.bf16.f32", "bf", rounded(F(a), &format_bf16, TO_NEAREST));
    CHECK_EACH("cvt.rz.bf16.f32", "bf", rounded(F(a), &format_bf16, TO_ZERO));
    CHECK_EACH("cvt.rn.bf16.f64", "bg", any_nan(got_, rounded(D(a), &format_bf16, TO_NEAREST), &format_bf16));
    CHECK_EACH("cvt.rn.bf16.f16", "be", rounded(f16_of(a), &format_bf16, TO_NEAREST));
    CHECK_EACH("cvt.rn.f16.bf16", "eb", rounded(bf16_of(a), &format_f16, TO_NEAREST));
}

static double saturated(double v) {
    return v > 0 ? v < 1 ? v : 1 : 0;
}

static double positive(double v) {
    return isnan(v) || v > 0 ? v : 0;
}

// Hardware looks before it rounds whether the result is subnormal.
static u64 or_zero(u64 got, float expected) {
    return fabsf(expected) == 0x1p-126f && f32_of(got) == 0 ? got : any_nan_f32(got, u32_of_f32(expected));
}

TEST(floats_flushed_and_saturated) {
    CHECK_EACH("cvt.rn.ftz.f32.f64", "fg",
               or_zero(got_, flushed(f32_of(rounded(D(a), &format_f32, TO_NEAREST)))));
    CHECK_EACH("cvt.rn.sat.f32.f64", "fg", rounded(saturated(D(a)), &format_f32, TO_NEAREST));
    CHECK_EACH("cvt.sat.f32.f32", "ff", u32_of_f32((float)saturated(F(a))));
    CHECK_EACH("cvt.ftz.f32.f32", "ff", f32_result(flushed(F(a))));
    CHECK_EACH("cvt.rn.sat.f16.f32", "ef", rounded(saturated(F(a)), &format_f16, TO_NEAREST));
    CHECK_EACH("cvt.sat.f64.f64", "gg", u64_of_f64(saturated(D(a))));
    CHECK_EACH("cvt.rn.relu.f16.f32", "ef", rounded(positive(F(a)), &format_f16, TO_NEAREST));
    CHECK_EACH("cvt.rz.relu.bf16.f32", "bf", rounded(positive(F(a)), &format_bf16, TO_ZERO));
}

TEST(floats_to_pairs) {
    CHECK_EACH("cvt.rn.f16x2.f32", "wff",
               rounded(F(a), &format_f16, TO_NEAREST) << 16 | rounded(F(b), &format_f16, TO_NEAREST));
    CHECK_EACH("cvt.rz.f16x2.f32", "wff",
               rounded(F(a), &format_f16, TO_ZERO) << 16 | rounded(F(b), &format_f16, TO_ZERO));
    CHECK_EACH("cvt.rn.bf16x2.f32", "wff",
               rounded(F(a), &format_bf16, TO_NEAREST) << 16 | rounded(F(b), &format_bf16, TO_NEAREST));
    CHECK_EACH("cvt.rn.relu.bf16x2.f32", "wff",
               rounded(positive(F(a)), &format_bf16, TO_NEAREST) << 16 |
                   rounded(positive(F(b)), &format_bf16, TO_NEAREST));
}

// Rounding to an integer within one type: the sign stays, of a zero too.
TEST(floats_to_whole_numbers) {
    CHECK_EACH("cvt.rni.f32.f32", "ff", f32_result(rintf(F(a))));
    CHECK_EACH("cvt.rzi.f32.f32", "ff", f32_result(truncf(F(a))));
    CHECK_EACH("cvt.rmi.f32.f32", "ff", f32_result(floorf(F(a))));
    CHECK_EACH("cvt.rpi.f32.f32", "ff", f32_result(ceilf(F(a))));
    CHECK_EACH("cvt.rpi.ftz.f32.f32", "ff", f32_result(ceilf(flushed(F(a)))));
    CHECK_EACH("cvt.rmi.sat.f32.f32", "ff", u32_of_f32((float)saturated(floorf(F(a)))));
    CHECK_EACH_F64("cvt.rni.f64.f64", "gg", rint(D(a)));
    CHECK_EACH_F64("cvt.rzi.f64.f64", "gg", trunc(D(a)));
    CHECK_EACH_F64("cvt.rmi.f64.f64", "gg", floor(D(a)));
    CHECK_EACH_F64("cvt.rpi.f64.f64", "gg", ceil(D(a)));
    CHECK_EACH("cvt.rni.f16.f16", "ee", rounded(rint(f16_of(a)), &format_f16, TO_NEAREST));
    CHECK_EACH("cvt.rmi.f16.f16", "ee", rounded(floor(f16_of(a)), &format_f16, TO_NEAREST));
}

// The source's register may be wider than the type.
TEST(wide_sources) {
    CHECK_EACH("cvt.s64.s32 %d, %a;", "dd", (s32)a);
    CHECK_EACH("cvt.u64.u32 %d, %a;", "dd", (u32)a);
    CHECK_EACH("cvt.u32.u8 %d, %a;", "wd", (u8)a);
    CHECK_EACH("cvt.s64.s16 %d, %a;", "dd", (s16)a);
    CHECK_EACH("cvt.rn.f32.s32 %d, %a;", "fd", u32_of_f32((float)(s32)a));
}

CHECK_MAIN()
