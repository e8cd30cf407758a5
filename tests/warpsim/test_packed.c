// Pairs of 16-bit integers, floats of 8 bits, tf32, and lop3 with a predicate.
#include "tests/warpsim/check_instruction.h"

static u64 pair(s32 low, s32 high) {
    return (u16)low | (u64)(u16)high << 16;
}

static s32 less(s32 a, s32 b) {
    return a < b ? a : b;
}

static s32 more(s32 a, s32 b) {
    return a > b ? a : b;
}

#define LOW(v)  (s16)(v)
#define HIGH(v) (s16)((v) >> 16)

TEST(pairs_of_integers) {
    CHECK_EACH("add.s16x2", "www", pair(LOW(a) + LOW(b), HIGH(a) + HIGH(b)));
    CHECK_EACH("add.u16x2", "www", pair(LOW(a) + LOW(b), HIGH(a) + HIGH(b)));
    CHECK_EACH("min.s16x2", "www", pair(less(LOW(a), LOW(b)), less(HIGH(a), HIGH(b))));
    CHECK_EACH("max.s16x2", "www", pair(more(LOW(a), LOW(b)), more(HIGH(a), HIGH(b))));
    CHECK_EACH("min.u16x2", "www", pair(less((u16)a, (u16)b), less((u16)(a >> 16), (u16)(b >> 16))));
    CHECK_EACH("max.u16x2", "www", pair(more((u16)a, (u16)b), more((u16)(a >> 16), (u16)(b >> 16))));
    CHECK_EACH("max.s16x2.relu", "www", pair(more(0, more(LOW(a), LOW(b))), more(0, more(HIGH(a), HIGH(b)))));
    CHECK_EACH("min.s32.relu", "www", more(0, less((s32)a, (s32)b)));
}

TEST(logic_with_a_predicate) {
    CHECK_EACH("{ .reg .pred %q; setp.lt.s32 %q, %b, 0; lop3.or.b32 %d|%p0, %a, %b, %c, 0x80, %q; selp.b32 "
               "%d, %d, 77, %p0; }",
               "wwww", (a & b & c) || (s32)b < 0 ? a & b & c : 77);
    CHECK_EACH("{ .reg .pred %q; setp.lt.s32 %q, %b, 0; lop3.and.b32 _|%p0, %a, %b, %c, 0x96, !%q; selp.b32 "
               "%d, 1, 0, %p0; }",
               "wwww", (u32)(a ^ b ^ c) != 0 && (s32)b >= 0);
}

TEST(bytes) {
    CHECK_EACH("{ .reg .b8 %l, %u; mov.b16 {%l, %u}, %a; mov.b16 %d, {%u, %l}; }", "hh",
               (a << 8 | a >> 8) & 0xffff);
}

// The value of an 8-bit float with `fraction` bits behind the point.
static double value_8(u32 code, int fraction, int bias) {
    const int exponent = (int)(code & 127) >> fraction, rest = (int)code & ((1 << fraction) - 1);
    const double v =
        exponent ? ldexp(1 + ldexp(rest, -fraction), exponent - bias) : ldexp(rest, 1 - bias - fraction);
    return code & 128 ? -v : v;
}

// The code whose value lies nearest, looked for among all; of two as near the even one. NaN is 0x7f.
static u32 nearest_8(double v, int fraction, int bias, u32 largest) {
    if (isnan(v)) return 0x7f;
    u32 best = 0;
    const double size = fabs(v);
    for (u32 code = 0; code <= largest; code++) {
        const double error = fabs(value_8(code, fraction, bias) - size);
        const double least = fabs(value_8(best, fraction, bias) - size);
        if (error < least || (error == least && code % 2 == 0)) best = code;
    }
    if (size > value_8(largest, fraction, bias)) best = largest;
    return best | (signbit(v) ? 128 : 0);
}

TEST(floats_of_8_bits) {
    CHECK_EACH("cvt.rn.satfinite.e4m3x2.f32", "hff",
               nearest_8(f32_of(a), 3, 7, 0x7e) << 8 | nearest_8(f32_of(b), 3, 7, 0x7e));
    CHECK_EACH("cvt.rn.satfinite.e5m2x2.f32", "hff",
               nearest_8(f32_of(a), 2, 15, 0x7b) << 8 | nearest_8(f32_of(b), 2, 15, 0x7b));
    CHECK_EACH("cvt.rn.satfinite.e4m3x2.f16x2", "hE",
               nearest_8(f16_of(a >> 16), 3, 7, 0x7e) << 8 | nearest_8(f16_of(a), 3, 7, 0x7e));
}

// Each code to f16 and back is itself.
TEST(floats_of_8_bits_and_back) {
    CHECK_EACH("cvt.rn.f16x2.e4m3x2 %r0, %a; cvt.rn.satfinite.e4m3x2.f16x2 %d, %r0;", "hh",
               ((a & 0x7f) == 0x7f ? 0x7f : a & 0xff) | ((a >> 8 & 0x7f) == 0x7f ? 0x7f00 : a & 0xff00));
    CHECK_EACH("cvt.rn.f16x2.e5m2x2 %r0, %a; mov.b32 {%d, %h0}, %r0;", "hh",
               (a & 0x7f) > 0x7c ? got_ : (a & 0xff) << 8);
}

// As on an H200: a NaN becomes the usual one, but keeps its upper bits in .rna, where they may be those of an
// infinity.
static u64 tf32(u64 bits, u32 add, bool kept) {
    if (isnan(f32_of(bits)) && !kept) return 0x7fffe000;
    if (isnan(f32_of(bits))) return (u32)bits & 0xffffe000;
    return ((u32)bits + add) & 0xffffe000;
}

TEST(tf32_numbers) {
    CHECK_EACH("cvt.rna.tf32.f32", "wf", tf32(a, 0x1000, true));
    CHECK_EACH("cvt.rn.tf32.f32", "wf", tf32(a, 0xfff + (u32)(a >> 13 & 1), false));
    CHECK_EACH("cvt.rz.tf32.f32", "wf", tf32(a, 0, false));
}

CHECK_MAIN()
