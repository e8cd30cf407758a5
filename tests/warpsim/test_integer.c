// Integer arithmetic in all types, and carry chains, against C's own integers.
#include "tests/warpsim/check_instruction.h"

#define S16(v) ((s64)(s16)(v))
#define S32(v) ((s64)(s32)(v))
#define S64(v) ((s64)(v))

TEST(add_and_subtract) {
    CHECK_EACH("add.s16", "hhh", a + b);
    CHECK_EACH("add.u16", "hhh", a + b);
    CHECK_EACH("add.s32", "www", a + b);
    CHECK_EACH("add.u32", "www", a + b);
    CHECK_EACH("add.s64", "ddd", a + b);
    CHECK_EACH("add.u64", "ddd", a + b);
    CHECK_EACH("sub.s16", "hhh", a - b);
    CHECK_EACH("sub.u16", "hhh", a - b);
    CHECK_EACH("sub.s32", "www", a - b);
    CHECK_EACH("sub.u32", "www", a - b);
    CHECK_EACH("sub.s64", "ddd", a - b);
    CHECK_EACH("sub.u64", "ddd", a - b);
}

static s64 clamped(s64 v) {
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
}

TEST(saturating_add_and_subtract) {
    CHECK_EACH("add.sat.s32", "www", clamped(S32(a) + S32(b)));
    CHECK_EACH("sub.sat.s32", "www", clamped(S32(a) - S32(b)));
}

TEST(immediates) {
    CHECK_EACH("add.s32 %d, %a, -5;", "ww", a - 5);
    CHECK_EACH("add.s64 %d, %a, -5;", "dd", a - 5);
    CHECK_EACH("add.s16 %d, %a, -5;", "hh", a - 5);
    CHECK_EACH("add.u32 %d, %a, 0xfffffff0;", "ww", a - 16);
    CHECK_EACH("mul.wide.s32 %d, %a, -3;", "dw", S32(a) * -3);
    CHECK_EACH("mul.wide.u32 %d, %a, 0xfffffffd;", "dw", a * 0xfffffffdull);
    CHECK_EACH("mad.lo.s64 %d, %a, -8, 0x7000000000000000;", "dd", a * (u64)-8 + 0x7000000000000000);
    CHECK_EACH("sub.u64 %d, 10, %a;", "dd", 10 - a);
    CHECK_EACH("min.s32 %d, %a, -1;", "ww", S32(a) < -1 ? a : ~0ull);
    CHECK_EACH("max.s64 %d, %a, -1;", "dd", S64(a) > -1 ? a : ~0ull);
    CHECK_EACH("div.s16 %d, %a, -7;", "hh", S16(a) / -7);
}

TEST(multiply) {
    CHECK_EACH("mul.lo.s16", "hhh", a * b);
    CHECK_EACH("mul.lo.u16", "hhh", a * b);
    CHECK_EACH("mul.lo.s32", "www", a * b);
    CHECK_EACH("mul.lo.u32", "www", a * b);
    CHECK_EACH("mul.lo.s64", "ddd", a * b);
    CHECK_EACH("mul.lo.u64", "ddd", a * b);
    CHECK_EACH("mul.hi.s16", "hhh", S16(a) * S16(b) >> 16);
    CHECK_EACH("mul.hi.u16", "hhh", a * b >> 16);
    CHECK_EACH("mul.hi.s32", "www", S32(a) * S32(b) >> 32);
    CHECK_EACH("mul.hi.u32", "www", a * b >> 32);
    CHECK_EACH("mul.hi.s64", "ddd", (__int128)S64(a) * S64(b) >> 64);
    CHECK_EACH("mul.hi.u64", "ddd", (unsigned __int128)a * b >> 64);
    CHECK_EACH("mul.wide.s16", "whh", S16(a) * S16(b));
    CHECK_EACH("mul.wide.u16", "whh", a * b);
    CHECK_EACH("mul.wide.s32", "dww", S32(a) * S32(b));
    CHECK_EACH("mul.wide.u32", "dww", a * b);
}

static s64 low_24(u64 v) {
    return (s64)(v << 40) >> 40;
}

TEST(multiply_24_bits) {
    CHECK_EACH("mul24.lo.u32", "www", (a & 0xffffff) * (b & 0xffffff));
    CHECK_EACH("mul24.lo.s32", "www", low_24(a) * low_24(b));
    CHECK_EACH("mul24.hi.u32", "www", (a & 0xffffff) * (b & 0xffffff) >> 16);
    CHECK_EACH("mul24.hi.s32", "www", low_24(a) * low_24(b) >> 16);
    CHECK_EACH("mad24.lo.u32", "wwww", (a & 0xffffff) * (b & 0xffffff) + c);
    CHECK_EACH("mad24.lo.s32", "wwww", low_24(a) * low_24(b) + S32(c));
    CHECK_EACH("mad24.hi.u32", "wwww", ((a & 0xffffff) * (b & 0xffffff) >> 16) + c);
    CHECK_EACH("mad24.hi.s32", "wwww", (low_24(a) * low_24(b) >> 16) + S32(c));
}

TEST(multiply_and_add) {
    CHECK_EACH("mad.lo.s16", "hhhh", a * b + c);
    CHECK_EACH("mad.lo.u16", "hhhh", a * b + c);
    CHECK_EACH("mad.lo.s32", "wwww", a * b + c);
    CHECK_EACH("mad.lo.u32", "wwww", a * b + c);
    CHECK_EACH("mad.lo.s64", "dddd", a * b + c);
    CHECK_EACH("mad.lo.u64", "dddd", a * b + c);
    CHECK_EACH("mad.hi.s16", "hhhh", (S16(a) * S16(b) >> 16) + S16(c));
    CHECK_EACH("mad.hi.u16", "hhhh", (a * b >> 16) + c);
    CHECK_EACH("mad.hi.s32", "wwww", (S32(a) * S32(b) >> 32) + S32(c));
    CHECK_EACH("mad.hi.u32", "wwww", (a * b >> 32) + c);
    CHECK_EACH("mad.hi.s64", "dddd", (u64)((__int128)S64(a) * S64(b) >> 64) + c);
    CHECK_EACH("mad.hi.u64", "dddd", (u64)((unsigned __int128)a * b >> 64) + c);
    CHECK_EACH("mad.wide.s16", "whhw", (u64)(S16(a) * S16(b)) + c);
    CHECK_EACH("mad.wide.u16", "whhw", a * b + c);
    CHECK_EACH("mad.wide.s32", "dwwd", (u64)(S32(a) * S32(b)) + c);
    CHECK_EACH("mad.wide.u32", "dwwd", a * b + c);
    CHECK_EACH("mad.hi.sat.s32", "wwww", clamped((S32(a) * S32(b) >> 32) + S32(c)));
}

// Division by zero gives no defined result: the divisor 0 is left out.
#define DIVISOR_16 "or.b16 %b, %b, 1; "
#define DIVISOR_32 "or.b32 %b, %b, 1; "
#define DIVISOR_64 "or.b64 %b, %b, 1; "

static u64 quotient(s64 a, s64 b) {
    return b == -1 ? 0 - (u64)a : (u64)(a / b);
}

static u64 rest(s64 a, s64 b) {
    return b == -1 ? 0 : (u64)(a % b);
}

TEST(divide) {
    CHECK_EACH(DIVISOR_16 "div.s16 %d, %a, %b;", "hhh", quotient(S16(a), S16(b | 1)));
    CHECK_EACH(DIVISOR_16 "div.u16 %d, %a, %b;", "hhh", a / (b | 1));
    CHECK_EACH(DIVISOR_32 "div.s32 %d, %a, %b;", "www", quotient(S32(a), S32(b | 1)));
    CHECK_EACH(DIVISOR_32 "div.u32 %d, %a, %b;", "www", a / (b | 1));
    CHECK_EACH(DIVISOR_64 "div.s64 %d, %a, %b;", "ddd", quotient(S64(a), S64(b | 1)));
    CHECK_EACH(DIVISOR_64 "div.u64 %d, %a, %b;", "ddd", a / (b | 1));
    CHECK_EACH(DIVISOR_16 "rem.s16 %d, %a, %b;", "hhh", rest(S16(a), S16(b | 1)));
    CHECK_EACH(DIVISOR_16 "rem.u16 %d, %a, %b;", "hhh", a % (b | 1));
    CHECK_EACH(DIVISOR_32 "rem.s32 %d, %a, %b;", "www", rest(S32(a), S32(b | 1)));
    CHECK_EACH(DIVISOR_32 "rem.u32 %d, %a, %b;", "www", a % (b | 1));
    CHECK_EACH(DIVISOR_64 "rem.s64 %d, %a, %b;", "ddd", rest(S64(a), S64(b | 1)));
    CHECK_EACH(DIVISOR_64 "rem.u64 %d, %a, %b;", "ddd", a % (b | 1));
}

TEST(absolute_value_and_negation) {
    CHECK_EACH("abs.s16", "hh", S16(a) < 0 ? 0 - a : a);
    CHECK_EACH("abs.s32", "ww", S32(a) < 0 ? 0 - a : a);
    CHECK_EACH("abs.s64", "dd", S64(a) < 0 ? 0 - a : a);
    CHECK_EACH("neg.s16", "hh", 0 - a);
    CHECK_EACH("neg.s32", "ww", 0 - a);
    CHECK_EACH("neg.s64", "dd", 0 - a);
}

TEST(minimum_and_maximum) {
    CHECK_EACH("min.s16", "hhh", S16(a) < S16(b) ? a : b);
    CHECK_EACH("min.u16", "hhh", a < b ? a : b);
    CHECK_EACH("min.s32", "www", S32(a) < S32(b) ? a : b);
    CHECK_EACH("min.u32", "www", a < b ? a : b);
    CHECK_EACH("min.s64", "ddd", S64(a) < S64(b) ? a : b);
    CHECK_EACH("min.u64", "ddd", a < b ? a : b);
    CHECK_EACH("max.s16", "hhh", S16(a) > S16(b) ? a : b);
    CHECK_EACH("max.u16", "hhh", a > b ? a : b);
    CHECK_EACH("max.s32", "www", S32(a) > S32(b) ? a : b);
    CHECK_EACH("max.u32", "www", a > b ? a : b);
    CHECK_EACH("max.s64", "ddd", S64(a) > S64(b) ? a : b);
    CHECK_EACH("max.u64", "ddd", a > b ? a : b);
}

TEST(sum_of_absolute_differences) {
    CHECK_EACH("sad.s16", "hhhh", (u64)llabs(S16(a) - S16(b)) + c);
    CHECK_EACH("sad.u16", "hhhh", (a > b ? a - b : b - a) + c);
    CHECK_EACH("sad.s32", "wwww", (u64)llabs(S32(a) - S32(b)) + c);
    CHECK_EACH("sad.u32", "wwww", (a > b ? a - b : b - a) + c);
    CHECK_EACH("sad.s64", "dddd", (S64(a) > S64(b) ? a - b : b - a) + c);
    CHECK_EACH("sad.u64", "dddd", (a > b ? a - b : b - a) + c);
}

static u64 dot(u64 a, u64 b, u64 c, bool a_signed, bool b_signed) {
    for (int k = 0; k < 32; k += 8) {
        const s64 x = a_signed ? (s8)(a >> k) : (s64)(a >> k & 255),
                  y = b_signed ? (s8)(b >> k) : (s64)(b >> k & 255);
        c += (u64)(x * y);
    }
    return c;
}

// dp2a: the halves of a times the low (or high) bytes of b.
static u64 dot_2(u64 a, u64 b, u64 c, bool a_signed, bool b_signed) {
    for (int k = 0; k < 2; k++) {
        const s64 x = a_signed ? S16(a >> (16 * k)) : (s64)(a >> (16 * k) & 0xffff);
        const s64 y = b_signed ? (s8)(b >> (8 * k)) : (s64)(b >> (8 * k) & 255);
        c += (u64)(x * y);
    }
    return c;
}

TEST(dot_products) {
    CHECK_EACH("dp4a.u32.u32", "wwww", dot(a, b, c, false, false));
    CHECK_EACH("dp4a.u32.s32", "wwww", dot(a, b, c, false, true));
    CHECK_EACH("dp4a.s32.u32", "wwww", dot(a, b, c, true, false));
    CHECK_EACH("dp4a.s32.s32", "wwww", dot(a, b, c, true, true));
    CHECK_EACH("dp2a.lo.u32.u32", "wwww", dot_2(a, b, c, false, false));
    CHECK_EACH("dp2a.lo.s32.s32", "wwww", dot_2(a, b, c, true, true));
    CHECK_EACH("dp2a.hi.u32.s32", "wwww", dot_2(a, b >> 16, c, false, true));
    CHECK_EACH("dp2a.hi.s32.u32", "wwww", dot_2(a, b >> 16, c, true, false));
}

// --- Carry chains: sums of several words, checked as one wide sum
// ----------------------------------------------------

TEST(carry_of_32_bits) {
    // {%a, %b} + {%c, %e}: the high word takes part in %d, the carry out of it is added to bit 0.
    CHECK_EACH("add.cc.u32 %r0, %a, %c; addc.cc.u32 %d, %b, %e;", "wwwww", ((a + c) >> 32) + b + e);
    CHECK_EACH("add.cc.s32 %r0, %a, %c; addc.cc.s32 %r1, %b, %e; addc.s32 %d, 0, 0;", "wwwww",
               (((a + c) >> 32) + b + e) >> 32);
    CHECK_EACH("sub.cc.u32 %r0, %a, %c; subc.u32 %d, %b, %e;", "wwwww", b - e - (a < c));
    CHECK_EACH("sub.cc.u32 %r0, %a, %c; subc.cc.u32 %r1, %b, %e; subc.u32 %d, 0, 0;", "wwwww",
               b < e + (a < c) ? ~0u : 0);
    CHECK_EACH("mad.lo.cc.u32 %r0, %a, %b, %c; madc.hi.u32 %d, %a, %b, %e;", "wwwww",
               (a * b >> 32) + e + (((a * b & 0xffffffff) + c) >> 32));
    CHECK_EACH("mad.lo.cc.s32 %r0, %a, %b, %c; madc.hi.s32 %d, %a, %b, %e;", "wwwww",
               (u64)(S32(a) * S32(b) >> 32) + e + (((a * b & 0xffffffff) + c) >> 32));
    CHECK_EACH("mad.lo.cc.u32 %r0, %a, %b, %c; madc.hi.cc.u32 %r1, %a, %b, %e; addc.u32 %d, 0, 0;", "wwwww",
               ((a * b >> 32) + e + (((a * b & 0xffffffff) + c) >> 32)) >> 32);
}

typedef unsigned __int128 Wide;

TEST(carry_of_64_bits) {
    CHECK_EACH("add.cc.u64 %x0, %a, %c; addc.u64 %d, %b, %e;", "ddddd", b + e + (u64)(((Wide)a + c) >> 64));
    CHECK_EACH("add.cc.u64 %x0, %a, %c; addc.cc.u64 %x1, %b, %e; addc.u64 %d, 0, 0;", "ddddd",
               ((Wide)b + e + (u64)(((Wide)a + c) >> 64)) >> 64);
    CHECK_EACH("sub.cc.u64 %x0, %a, %c; subc.u64 %d, %b, %e;", "ddddd", b - e - (a < c));
    CHECK_EACH("mad.lo.cc.u64 %x0, %a, %b, %c; madc.hi.u64 %d, %a, %b, %e;", "ddddd",
               (u64)((Wide)a * b >> 64) + e + (u64)(((Wide)(a * b) + c) >> 64));
}

TEST(carry_flag_outlives_other_instructions) {
    CHECK_EACH("add.cc.u32 %r0, %a, %b; add.u32 %r1, %a, %c; xor.b32 %r2, %r1, %r0; addc.u32 %d, %r1, %r2;",
               "wwww", (a + c) + ((a + c) ^ (a + b)) + ((a + b) >> 32));
}

CHECK_MAIN()
