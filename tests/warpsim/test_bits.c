// Logic, shifts, bit fields and byte permutations, against plain loops over bits.
#include "tests/warpsim/check_instruction.h"

#define S16(v) ((s64)(s16)(v))
#define S32(v) ((s64)(s32)(v))
#define S64(v) ((s64)(v))

TEST(logic) {
    CHECK_EACH("and.b16", "hhh", a & b);
    CHECK_EACH("and.b32", "www", a & b);
    CHECK_EACH("and.b64", "ddd", a & b);
    CHECK_EACH("or.b16", "hhh", a | b);
    CHECK_EACH("or.b32", "www", a | b);
    CHECK_EACH("or.b64", "ddd", a | b);
    CHECK_EACH("xor.b16", "hhh", a ^ b);
    CHECK_EACH("xor.b32", "www", a ^ b);
    CHECK_EACH("xor.b64", "ddd", a ^ b);
    CHECK_EACH("not.b16", "hh", ~a);
    CHECK_EACH("not.b32", "ww", ~a);
    CHECK_EACH("not.b64", "dd", ~a);
    CHECK_EACH("cnot.b16", "hh", a == 0);
    CHECK_EACH("cnot.b32", "ww", a == 0);
    CHECK_EACH("cnot.b64", "dd", a == 0);
    CHECK_EACH("and.b64 %d, %a, -16;", "dd", a & ~15ull);
}

TEST(logic_of_predicates) {
    CHECK_EACH("and.pred", "ppp", a & b);
    CHECK_EACH("or.pred", "ppp", a | b);
    CHECK_EACH("xor.pred", "ppp", a ^ b);
    CHECK_EACH("not.pred", "pp", !a);
    CHECK_EACH("mov.pred", "pp", a);
    CHECK_EACH("mov.pred %d, 1;", "pp", 1);
    CHECK_EACH("mov.pred %d, 0;", "pp", 0);
}

// A 16-bit result keeps nothing above its 16 bits: a later wide use would show it.
TEST(upper_half_of_16_bit_registers) {
    CHECK_EACH("add.s16 %h0, %a, %b; cvt.u32.u16 %d, %h0;", "whh", (a + b) & 0xffff);
    CHECK_EACH("sub.s16 %h0, %a, %b; cvt.u32.u16 %d, %h0;", "whh", (a - b) & 0xffff);
    CHECK_EACH("not.b16 %h0, %a; cvt.u32.u16 %d, %h0;", "wh", ~a & 0xffff);
    CHECK_EACH("shl.b16 %h0, %a, %b; cvt.u32.u16 %d, %h0;", "whn", b > 15 ? 0 : a << b & 0xffff);
    CHECK_EACH("neg.s16 %h0, %a; cvt.u32.u16 %d, %h0;", "wh", (0 - a) & 0xffff);
    CHECK_EACH("mad.lo.s16 %h0, %a, %b, %c; cvt.u32.u16 %d, %h0;", "whhh", (a * b + c) & 0xffff);
    CHECK_EACH("cvt.s16.s8 %h0, %a; cvt.u32.u16 %d, %h0;", "wh", (s64)(s8)a & 0xffff);
    CHECK_EACH("shr.s16 %h0, %a, %b; mul.wide.u16 %d, %h0, 3;", "whn",
               (S16(a) >> (b > 15 ? 15 : b) & 0xffff) * 3);
}

TEST(shifts) {
    CHECK_EACH("shl.b16", "hhn", b > 15 ? 0 : a << b);
    CHECK_EACH("shl.b32", "wwn", b > 31 ? 0 : a << b);
    CHECK_EACH("shl.b64", "ddn", b > 63 ? 0 : a << b);
    CHECK_EACH("shr.u16", "hhn", b > 15 ? 0 : a >> b);
    CHECK_EACH("shr.u32", "wwn", b > 31 ? 0 : a >> b);
    CHECK_EACH("shr.u64", "ddn", b > 63 ? 0 : a >> b);
    CHECK_EACH("shr.b32", "wwn", b > 31 ? 0 : a >> b);
    CHECK_EACH("shr.s16", "hhn", S16(a) >> (b > 15 ? 15 : b));
    CHECK_EACH("shr.s32", "wwn", S32(a) >> (b > 31 ? 31 : b));
    CHECK_EACH("shr.s64", "ddn", S64(a) >> (b > 63 ? 63 : b));
    CHECK_EACH("shl.b64 %d, %a, 40;", "dd", a << 40);
    CHECK_EACH("shr.s32 %d, %a, 100;", "ww", S32(a) >> 31);
}

TEST(funnel_shifts) {
    CHECK_EACH("shf.l.wrap.b32", "wwwn", c & 31 ? b << (c & 31) | a >> (32 - (c & 31)) : b);
    CHECK_EACH("shf.r.wrap.b32", "wwwn", c & 31 ? b << (32 - (c & 31)) | a >> (c & 31) : a);
    CHECK_EACH("shf.l.clamp.b32", "wwwn", c == 0 ? b : c >= 32 ? a : b << c | a >> (32 - c));
    CHECK_EACH("shf.r.clamp.b32", "wwwn", c == 0 ? a : c >= 32 ? b : b << (32 - c) | a >> c);
}

TEST(count_bits) {
    CHECK_EACH("popc.b32", "ww", (u64)__builtin_popcountll(a));
    CHECK_EACH("popc.b64", "wd", (u64)__builtin_popcountll(a));
    CHECK_EACH("clz.b32", "ww", a ? (u64)__builtin_clzll(a) - 32 : 32);
    CHECK_EACH("clz.b64", "wd", a ? (u64)__builtin_clzll(a) : 64);
}

static u64 reversed(u64 v, int bits) {
    u64 r = 0;
    for (int i = 0; i < bits; i++) r |= (v >> i & 1) << (bits - 1 - i);
    return r;
}

// Highest bit that differs from the sign (signed) or is set, -1 for none; or how far it is from the top.
static u64 highest(s64 v, int bits, bool is_signed, bool from_top) {
    const u64 u = is_signed && v < 0 ? ~(u64)v : (u64)v;
    for (int i = bits - 1; i >= 0; i--)
        if (u >> i & 1) return (u64)(from_top ? bits - 1 - i : i);
    return ~0ull;
}

TEST(find_and_reverse_bits) {
    CHECK_EACH("brev.b32", "ww", reversed(a, 32));
    CHECK_EACH("brev.b64", "dd", reversed(a, 64));
    CHECK_EACH("bfind.u32", "ww", highest((s64)a, 32, false, false));
    CHECK_EACH("bfind.s32", "ww", highest(S32(a), 32, true, false));
    CHECK_EACH("bfind.u64", "wd", highest((s64)a, 64, false, false));
    CHECK_EACH("bfind.s64", "wd", highest(S64(a), 64, true, false));
    CHECK_EACH("bfind.shiftamt.u32", "ww", highest((s64)a, 32, false, true));
    CHECK_EACH("bfind.shiftamt.s32", "ww", highest(S32(a), 32, true, true));
    CHECK_EACH("bfind.shiftamt.u64", "wd", highest((s64)a, 64, false, true));
    CHECK_EACH("bfind.shiftamt.s64", "wd", highest(S64(a), 64, true, true));
}

static u64 extracted(u64 v, u64 position, u64 length, int bits, bool is_signed) {
    const u64 p = position & 255, n = length & 255, top = (u64)bits - 1;
    const u64 sign = is_signed && n ? v >> (p + n - 1 < top ? p + n - 1 : top) & 1 : 0;
    u64 r = 0;
    for (u64 i = 0; i <= top; i++) r |= (i < n && p + i <= top ? v >> (p + i) & 1 : sign) << i;
    return r;
}

static u64 inserted(u64 from, u64 into, u64 position, u64 length, int bits) {
    const u64 p = position & 255, n = length & 255;
    for (u64 i = 0; i < n && p + i < (u64)bits; i++)
        into = (into & ~(1ull << (p + i))) | (from >> i & 1) << (p + i);
    return into;
}

// Positions and lengths are defined up to 255.
#define FIELD  "and.b32 %b, %b, 255; and.b32 %c, %c, 255; "
#define INSERT "and.b32 %c, %c, 255; and.b32 %e, %e, 255; "

TEST(bit_fields) {
    CHECK_EACH(FIELD "bfe.u32 %d, %a, %b, %c;", "wwnn", extracted(a, b, c, 32, false));
    CHECK_EACH(FIELD "bfe.s32 %d, %a, %b, %c;", "wwnn", extracted(a, b, c, 32, true));
    CHECK_EACH(FIELD "bfe.u64 %d, %a, %b, %c;", "ddnn", extracted(a, b, c, 64, false));
    CHECK_EACH(FIELD "bfe.s64 %d, %a, %b, %c;", "ddnn", extracted(a, b, c, 64, true));
    CHECK_EACH(INSERT "bfi.b32 %d, %a, %b, %c, %e;", "wwwnn", inserted(a, b, c, e, 32));
    CHECK_EACH(INSERT "bfi.b64 %d, %a, %b, %c, %e;", "dddnn", inserted(a, b, c, e, 64));
}

// The PTX ISA's own description of bmsk and szext, bit by bit.
static u64 mask_of_bits(u64 position, u64 width, bool clamp) {
    u64 r = 0;
    if (clamp && position > 31) return 0;
    position &= 31;
    if (!clamp || width < 32) width &= 31;
    for (u64 i = 0; i < 32; i++) r |= (u64)(i >= position && i < position + width) << i;
    return r;
}

static u64 extended(u64 v, u64 width, bool is_signed, bool clamp) {
    if (clamp && width > 31) return v;
    width &= 31;
    if (width == 0) return 0;
    const u64 low = v & ((1ull << width) - 1);
    return is_signed && low >> (width - 1) ? low | ~0ull << width : low;
}

TEST(masks_and_extensions) {
    CHECK_EACH("bmsk.clamp.b32", "wnn", mask_of_bits(a, b, true));
    CHECK_EACH("bmsk.wrap.b32", "wnn", mask_of_bits(a, b, false));
    CHECK_EACH("szext.clamp.u32", "wwn", extended(a, b, false, true));
    CHECK_EACH("szext.clamp.s32", "wwn", extended(a, b, true, true));
    CHECK_EACH("szext.wrap.u32", "wwn", extended(a, b, false, false));
    CHECK_EACH("szext.wrap.s32", "wwn", extended(a, b, true, false));
}

// Byte selectors, most significant byte first, as the PTX ISA's table has them.
static const u16 forward_4[] = {0x3210, 0x4321, 0x5432, 0x6543},
                 backward_4[] = {0x5670, 0x6701, 0x7012, 0x0123},
                 replicate_8[] = {0x0000, 0x1111, 0x2222, 0x3333},
                 clamp_left[] = {0x3210, 0x3211, 0x3222, 0x3333},
                 clamp_right[] = {0x0000, 0x1110, 0x2210, 0x3210},
                 replicate_16[] = {0x1010, 0x3232, 0x1010, 0x3232};

static u64 permuted(u64 a, u64 b, u64 selector) {
    u64 r = 0;
    for (int k = 0; k < 4; k++) {
        const u64 pick = selector >> (4 * k), byte = (b << 32 | a) >> (8 * (pick & 7)) & 255;
        r |= (pick & 8 ? (byte & 0x80 ? 255 : 0) : byte) << (8 * k);
    }
    return r;
}

TEST(permute_bytes) {
    CHECK_EACH("prmt.b32", "wwww", permuted(a, b, c));
    CHECK_EACH("prmt.b32 %d, %a, %b, 0xf73a;", "www", permuted(a, b, 0xf73a));
    CHECK_EACH("prmt.b32.f4e", "wwww", permuted(a, b, forward_4[c & 3]));
    CHECK_EACH("prmt.b32.b4e", "wwww", permuted(a, b, backward_4[c & 3]));
    CHECK_EACH("prmt.b32.rc8", "wwww", permuted(a, b, replicate_8[c & 3]));
    CHECK_EACH("prmt.b32.ecl", "wwww", permuted(a, b, clamp_left[c & 3]));
    CHECK_EACH("prmt.b32.ecr", "wwww", permuted(a, b, clamp_right[c & 3]));
    CHECK_EACH("prmt.b32.rc16", "wwww", permuted(a, b, replicate_16[c & 3]));
}

TEST(all_tables_of_lop3) {
    for (u32 table = 0; table < 256; table++) {
        char text[60];
        snprintf(text, sizeof text, "lop3.b32 %%d, %%a, %%b, %%c, 0x%x;", table);
        // Three sources that go through all eight combinations of bits, and turned about in each thread.
        PtxRun run = {.block = {32}, .out_count = 32};
        char body[400];
        snprintf(body, sizeof body,
                 "mov.u32 %%r1, 0x0f0f33f0; shf.l.wrap.b32 %%r1, %%r1, %%r1, %%i; mul.lo.u32 %%r2, %%i, "
                 "0x9e3779b9;\n"
                 "xor.b32 %%r3, %%r2, 0xaa55ff00; lop3.b32 %%r0, %%r1, %%r2, %%r3, 0x%x;\n"
                 "cvt.u64.u32 %%x0, %%r0; st.u64 [%%mine], %%x0;",
                 table);
        run.body = body;
        if (!run_ptx(&run)) return;
        for (u32 i = 0; i < 32; i++) {
            const u32 a = i ? 0x0f0f33f0u << i | 0x0f0f33f0u >> (32 - i) : 0x0f0f33f0u, b = i * 0x9e3779b9u,
                      c = b ^ 0xaa55ff00u;
            u32 expected = 0;
            for (int k = 0; k < 32; k++)
                expected |= (table >> ((a >> k & 1) * 4 + (b >> k & 1) * 2 + (c >> k & 1)) & 1) << k;
            CHECK_EQ(run.out[i], expected);
        }
    }
}

static u64 absolute_differences(u64 a, u64 b, u64 c, int bits, bool is_signed, bool sum) {
    u64 packed = 0;
    for (int k = 0; k < 32; k += bits) {
        const int up = 64 - bits;
        const s64 x = is_signed ? (s64)(a >> k << up) >> up : (s64)(a >> k << up >> up);
        const s64 y = is_signed ? (s64)(b >> k << up) >> up : (s64)(b >> k << up >> up);
        const u64 difference = (u64)llabs(x - y);
        c += difference;
        packed |= (difference & ((1ull << bits) - 1)) << k;
    }
    return sum ? c : packed;
}

TEST(video_differences) {
    CHECK_EACH("vabsdiff4.u32.u32.u32.add", "wwww", absolute_differences(a, b, c, 8, false, true));
    CHECK_EACH("vabsdiff4.u32.s32.s32.add", "wwww", absolute_differences(a, b, c, 8, true, true));
    CHECK_EACH("vabsdiff2.u32.u32.u32.add", "wwww", absolute_differences(a, b, c, 16, false, true));
    CHECK_EACH("vabsdiff4.u32.u32.u32", "wwww", absolute_differences(a, b, c, 8, false, false));
}

static u32 nth_set(u32 mask, u32 base, s32 n) {
    u32 seen = 0;
    if (n == 0) return mask >> base & 1 ? base : ~0u;
    for (s32 at = (s32)base; at >= 0 && at < 32; at += n < 0 ? -1 : 1) {
        seen += mask >> at & 1;
        if ((mask >> at & 1) && seen == (u32)abs(n)) return (u32)at;
    }
    return ~0u;
}

TEST(nth_set_bit) {
    CHECK_EACH("{ .reg .b32 %s; and.b32 %s, %b, 31; fns.b32 %d, %a, %s, 3; }", "www",
               nth_set((u32)a, b & 31, 3));
    CHECK_EACH("{ .reg .b32 %s; and.b32 %s, %b, 31; fns.b32 %d, %a, %s, -2; }", "www",
               nth_set((u32)a, b & 31, -2));
    CHECK_EACH("{ .reg .b32 %s; and.b32 %s, %b, 31; fns.b32 %d, %a, %s, 0; }", "www",
               nth_set((u32)a, b & 31, 0));
}

CHECK_MAIN()
