// setp, set, selp and slct: all comparisons in all types, with NaN, combined and in pairs.
#include "tests/warpsim/check_instruction.h"

#define S16(v) ((s64)(s16)(v))
#define S32(v) ((s64)(s32)(v))
#define S64(v) ((s64)(v))

#define CHECK_SIGNED(type, shape, value)                                                                     \
    do {                                                                                                     \
        CHECK_EACH("setp.eq." type, shape, value(a) == value(b));                                            \
        CHECK_EACH("setp.ne." type, shape, value(a) != value(b));                                            \
        CHECK_EACH("setp.lt." type, shape, value(a) < value(b));                                             \
        CHECK_EACH("setp.le." type, shape, value(a) <= value(b));                                            \
        CHECK_EACH("setp.gt." type, shape, value(a) > value(b));                                             \
        CHECK_EACH("setp.ge." type, shape, value(a) >= value(b));                                            \
    } while (0)

#define CHECK_UNSIGNED(type, shape)                                                                          \
    do {                                                                                                     \
        CHECK_SIGNED(type, shape, );                                                                         \
        CHECK_EACH("setp.lo." type, shape, a < b);                                                           \
        CHECK_EACH("setp.ls." type, shape, a <= b);                                                          \
        CHECK_EACH("setp.hi." type, shape, a > b);                                                           \
        CHECK_EACH("setp.hs." type, shape, a >= b);                                                          \
    } while (0)

TEST(integers) {
    CHECK_SIGNED("s16", "phh", S16);
    CHECK_SIGNED("s32", "pww", S32);
    CHECK_SIGNED("s64", "pdd", S64);
    CHECK_UNSIGNED("u16", "phh");
    CHECK_UNSIGNED("u32", "pww");
    CHECK_UNSIGNED("u64", "pdd");
    CHECK_EACH("setp.eq.b16", "phh", a == b);
    CHECK_EACH("setp.ne.b32", "pww", a != b);
    CHECK_EACH("setp.eq.b64", "pdd", a == b);
    CHECK_EACH("setp.lt.s32 %d, %a, -1;", "pw", S32(a) < -1);
    CHECK_EACH("setp.ge.s16 %d, %a, -3;", "ph", S16(a) >= -3);
    CHECK_EACH("setp.gt.u64 %d, %a, 0x8000000000000000;", "pd", a > 0x8000000000000000);
}

#define CHECK_FLOATS(modifier, type, shape, value)                                                           \
    do {                                                                                                     \
        CHECK_EACH("setp.eq" modifier type, shape, value(a) == value(b));                                    \
        CHECK_EACH("setp.ne" modifier type, shape, value(a) < value(b) || value(a) > value(b));              \
        CHECK_EACH("setp.lt" modifier type, shape, value(a) < value(b));                                     \
        CHECK_EACH("setp.le" modifier type, shape, value(a) <= value(b));                                    \
        CHECK_EACH("setp.gt" modifier type, shape, value(a) > value(b));                                     \
        CHECK_EACH("setp.ge" modifier type, shape, value(a) >= value(b));                                    \
        CHECK_EACH("setp.equ" modifier type, shape, !(value(a) < value(b) || value(a) > value(b)));          \
        CHECK_EACH("setp.neu" modifier type, shape, value(a) != value(b));                                   \
        CHECK_EACH("setp.ltu" modifier type, shape, !(value(a) >= value(b)));                                \
        CHECK_EACH("setp.leu" modifier type, shape, !(value(a) > value(b)));                                 \
        CHECK_EACH("setp.gtu" modifier type, shape, !(value(a) <= value(b)));                                \
        CHECK_EACH("setp.geu" modifier type, shape, !(value(a) < value(b)));                                 \
        CHECK_EACH("setp.num" modifier type, shape, !isnan(value(a)) && !isnan(value(b)));                   \
        CHECK_EACH("setp.nan" modifier type, shape, isnan(value(a)) || isnan(value(b)));                     \
    } while (0)

static float flushed_f32_of(u64 bits) {
    return flushed(f32_of(bits));
}

TEST(single_precision) {
    CHECK_FLOATS(".", "f32", "pff", f32_of);
}

TEST(single_precision_flushed) {
    CHECK_FLOATS(".ftz.", "f32", "pff", flushed_f32_of);
}

TEST(double_precision) {
    CHECK_FLOATS(".", "f64", "pgg", f64_of);
}

TEST(half_precision) {
    CHECK_FLOATS(".", "f16", "pee", f16_of);
}

TEST(bfloat) {
    CHECK_FLOATS(".", "bf16", "pbb", bf16_of);
}

TEST(combined_with_a_predicate) {
    CHECK_EACH("setp.lt.and.s32", "pwwp", S32(a) < S32(b) && c);
    CHECK_EACH("setp.lt.or.s32", "pwwp", S32(a) < S32(b) || c);
    CHECK_EACH("setp.lt.xor.s32", "pwwp", (S32(a) < S32(b)) != (bool)c);
    CHECK_EACH("setp.ge.and.u64 %d, %a, %b, !%c;", "pddp", a >= b && !c);
    CHECK_EACH("setp.ge.or.u64 %d, %a, %b, !%c;", "pddp", a >= b || !c);
    CHECK_EACH("setp.ge.xor.u64 %d, %a, %b, !%c;", "pddp", (a >= b) != !c);
    CHECK_EACH("setp.gtu.and.f32", "pffp", !(f32_of(a) <= f32_of(b)) && c);
    CHECK_EACH("setp.lt.or.f16", "peep", f16_of(a) < f16_of(b) || c);
}

// The second result: the comparison's opposite, combined the same way.
#define BOTH(setp) setp "; selp.b32 %r0, 1, 0, %p0; selp.b32 %r1, 2, 0, %p1; or.b32 %d, %r0, %r1;"

TEST(two_results) {
    CHECK_EACH(BOTH("setp.lt.s32 %p0|%p1, %a, %b"), "www", S32(a) < S32(b) ? 1 : 2);
    CHECK_EACH(BOTH("setp.lt.f32 %p0|%p1, %a, %b"), "wff", f32_of(a) < f32_of(b) ? 1 : 2);
    CHECK_EACH(BOTH("setp.lt.and.s32 %p0|%p1, %a, %b, %c"), "wwwp", !c ? 0 : S32(a) < S32(b) ? 1 : 2);
    CHECK_EACH(BOTH("setp.eq.or.f64 %p0|%p1, %a, %b, !%c"), "wggp", !c ? 3 : f64_of(a) == f64_of(b) ? 1 : 2);
    CHECK_EACH(BOTH("setp.eq.xor.b32 %p0|%p1, %a, %b, %c"), "wwwp", (a == b) != (bool)c ? 1 : 2);
    // For a pair of halves the second result is that of the upper ones.
    CHECK_EACH(BOTH("setp.lt.f16x2 %p0|%p1, %a, %b"), "wEE",
               (f16_of(a) < f16_of(b)) | (f16_of(a >> 16) < f16_of(b >> 16)) << 1);
    CHECK_EACH(BOTH("setp.neu.and.bf16x2 %p0|%p1, %a, %b, %c"), "wBBp",
               c ? (bf16_of(a) != bf16_of(b)) | (bf16_of(a >> 16) != bf16_of(b >> 16)) << 1 : 0);
    // A source of the combination may be a result.
    CHECK_EACH("mov.pred %p0, %c; " BOTH("setp.lt.and.u32 %p0|%p1, %a, %b, %p0"), "wwwp",
               !c      ? 0
               : a < b ? 1
                       : 2);
}

TEST(set) {
    CHECK_EACH("set.lt.u32.s32", "www", S32(a) < S32(b) ? ~0ull : 0);
    CHECK_EACH("set.hs.s32.u32", "www", a >= b ? ~0ull : 0);
    CHECK_EACH("set.gt.u32.u64", "wdd", a > b ? ~0ull : 0);
    CHECK_EACH("set.ne.u32.s16", "whh", a != b ? ~0ull : 0);
    CHECK_EACH("set.eq.f32.b32", "www", a == b ? 0x3f800000 : 0);
    CHECK_EACH("set.ge.f32.f32", "fff", f32_of(a) >= f32_of(b) ? 0x3f800000 : 0);
    CHECK_EACH("set.ltu.u32.f64", "wgg", !(f64_of(a) >= f64_of(b)) ? ~0ull : 0);
    CHECK_EACH("set.eq.ftz.f32.f32", "fff", flushed_f32_of(a) == flushed_f32_of(b) ? 0x3f800000 : 0);
    CHECK_EACH("set.lt.and.u32.s32", "wwwp", S32(a) < S32(b) && c ? ~0ull : 0);
    CHECK_EACH("set.lt.xor.f32.s32 %d, %a, %b, !%c;", "fwwp", (S32(a) < S32(b)) != !c ? 0x3f800000 : 0);
    CHECK_EACH("set.lt.or.u32.f32", "wffp", f32_of(a) < f32_of(b) || c ? ~0ull : 0);
    CHECK_EACH("set.lt.u32.f16", "wee", f16_of(a) < f16_of(b) ? ~0ull : 0);
    CHECK_EACH("set.gt.f16.f16", "eee", f16_of(a) > f16_of(b) ? 0x3c00 : 0);
    CHECK_EACH("set.gt.bf16.bf16", "bbb", bf16_of(a) > bf16_of(b) ? 0x3f80 : 0);
}

TEST(set_of_pairs) {
    CHECK_EACH("set.gt.f16x2.f16x2", "EEE",
               (f16_of(a) > f16_of(b) ? 0x3c00u : 0) | (f16_of(a >> 16) > f16_of(b >> 16) ? 0x3c000000u : 0));
    CHECK_EACH("set.leu.bf16x2.bf16x2", "BBB",
               (bf16_of(a) > bf16_of(b) ? 0 : 0x3f80u) |
                   (bf16_of(a >> 16) > bf16_of(b >> 16) ? 0 : 0x3f800000u));
}

TEST(select) {
    CHECK_EACH("selp.b16", "hhhp", c ? a : b);
    CHECK_EACH("selp.s16", "hhhp", c ? a : b);
    CHECK_EACH("selp.b32", "wwwp", c ? a : b);
    CHECK_EACH("selp.f32", "fffp", c ? a : b);
    CHECK_EACH("selp.b64", "dddp", c ? a : b);
    CHECK_EACH("selp.f64", "gggp", c ? a : b);
    CHECK_EACH("selp.s32 %d, -1, %a, %b;", "wwp", b ? ~0ull : a);
    CHECK_EACH("selp.s64 %d, %a, -2, %b;", "ddp", b ? a : ~1ull);
    CHECK_EACH("selp.f32 %d, 0f3F800000, %a, %b;", "fwp", b ? 0x3f800000 : a);
    CHECK_EACH("selp.b32 %a, %b, %a, %c; mov.b32 %d, %a;", "wwwp", c ? b : a);
}

TEST(select_by_sign) {
    CHECK_EACH("slct.b16.s32", "hhhw", S32(c) >= 0 ? a : b);
    CHECK_EACH("slct.u32.s32", "wwww", S32(c) >= 0 ? a : b);
    CHECK_EACH("slct.f64.s32", "gggw", S32(c) >= 0 ? a : b);
    CHECK_EACH("slct.s32.f32", "wwwf", f32_of(c) >= 0 ? a : b);
    CHECK_EACH("slct.b64.f32", "dddf", f32_of(c) >= 0 ? a : b);
    CHECK_EACH("slct.ftz.u32.f32", "wwwf", flushed_f32_of(c) >= 0 ? a : b);
}

TEST(kinds_of_floats) {
    CHECK_EACH("testp.finite.f32", "pf", isfinite(f32_of(a)) != 0);
    CHECK_EACH("testp.infinite.f32", "pf", isinf(f32_of(a)) != 0);
    CHECK_EACH("testp.number.f32", "pf", !isnan(f32_of(a)));
    CHECK_EACH("testp.notanumber.f32", "pf", isnan(f32_of(a)) != 0);
    // Zero counts as normal.
    CHECK_EACH("testp.normal.f32", "pf", fpclassify(f32_of(a)) == FP_NORMAL || f32_of(a) == 0);
    CHECK_EACH("testp.subnormal.f32", "pf", fpclassify(f32_of(a)) == FP_SUBNORMAL);
    CHECK_EACH("testp.finite.f64", "pg", isfinite(f64_of(a)) != 0);
    CHECK_EACH("testp.infinite.f64", "pg", isinf(f64_of(a)) != 0);
    CHECK_EACH("testp.number.f64", "pg", !isnan(f64_of(a)));
    CHECK_EACH("testp.notanumber.f64", "pg", isnan(f64_of(a)) != 0);
    CHECK_EACH("testp.normal.f64", "pg", fpclassify(f64_of(a)) == FP_NORMAL || f64_of(a) == 0);
    CHECK_EACH("testp.subnormal.f64", "pg", fpclassify(f64_of(a)) == FP_SUBNORMAL);
}

CHECK_MAIN()
