// atom and red: every operation and type, on global and shared memory and through generic addresses;
// contention.
#include "tests/warpsim/rounding_oracle.h"

#define S32(v) ((s64)(s32)(v))
#define S64(v) ((s64)(v))

// The word of memory: of this thread alone, in %q0. Memory holds %a, the operation gets %b (and %c).
#define IN_SHARED                                                                                            \
    ".shared .align 8 .b64 m[128]; mov.u32 %r9, %tid.x; mov.u64 %q0, m; mad.wide.u32 %q0, %r9, 8, %q0; "
#define IN_GLOBAL      "mov.u64 %q0, %mine; "
#define GENERIC_SHARED IN_SHARED "cvta.shared.u64 %q0, %q0; "

// Both results: what was there, which must be %a, and what is there then.
#define CHECK_AFTER(space, operation, type, shape, place, sources, expected)                                 \
    do {                                                                                                     \
        const bool wide_ = bits_of_shape((shape)[0]) == 64, narrow_ = bits_of_shape((shape)[0]) == 16;       \
        const char *const b_ = wide_ ? "b64" : narrow_ ? "b16" : "b32";                                      \
        const char *const old_ = wide_ ? "%x0" : narrow_ ? "%h0" : "%r0";                                    \
        char text_[600];                                                                                     \
        snprintf(text_, sizeof text_,                                                                        \
                 "%s st%s.%s [%%q0], %%a; atom%s.%s.%s %s, [%%q0], %s; ld%s.%s %%d, [%%q0];", place, space,  \
                 b_, space, operation, type, old_, sources, space, b_);                                      \
        CHECK_EACH(text_, shape, expected);                                                                  \
        snprintf(text_, sizeof text_, "%s st%s.%s [%%q0], %%a; atom%s.%s.%s %%d, [%%q0], %s;", place, space, \
                 b_, space, operation, type, sources);                                                       \
        CHECK_EACH(text_, shape, a);                                                                         \
    } while (0)

#define CHECK_ATOMIC(operation, type, shape, expected)                                                       \
    do {                                                                                                     \
        CHECK_AFTER(".global", operation, type, shape, IN_GLOBAL, "%b", expected);                           \
        CHECK_AFTER(".shared", operation, type, shape, IN_SHARED, "%b", expected);                           \
        CHECK_AFTER("", operation, type, shape, GENERIC_SHARED, "%b", expected);                             \
    } while (0)

TEST(add) {
    CHECK_ATOMIC("add", "u32", "www", a + b);
    CHECK_ATOMIC("add", "s32", "www", a + b);
    CHECK_ATOMIC("add", "u64", "ddd", a + b);
}

TEST(minimum_and_maximum) {
    CHECK_ATOMIC("min", "u32", "www", a < b ? a : b);
    CHECK_ATOMIC("max", "u32", "www", a > b ? a : b);
    CHECK_ATOMIC("min", "s32", "www", S32(a) < S32(b) ? a : b);
    CHECK_ATOMIC("max", "s32", "www", S32(a) > S32(b) ? a : b);
    CHECK_ATOMIC("min", "u64", "ddd", a < b ? a : b);
    CHECK_ATOMIC("max", "u64", "ddd", a > b ? a : b);
    CHECK_ATOMIC("min", "s64", "ddd", S64(a) < S64(b) ? a : b);
    CHECK_ATOMIC("max", "s64", "ddd", S64(a) > S64(b) ? a : b);
}

TEST(logic_and_exchange) {
    CHECK_ATOMIC("and", "b32", "www", a & b);
    CHECK_ATOMIC("or", "b32", "www", a | b);
    CHECK_ATOMIC("xor", "b32", "www", a ^ b);
    CHECK_ATOMIC("and", "b64", "ddd", a & b);
    CHECK_ATOMIC("or", "b64", "ddd", a | b);
    CHECK_ATOMIC("xor", "b64", "ddd", a ^ b);
    CHECK_ATOMIC("exch", "b32", "www", b);
    CHECK_ATOMIC("exch", "b64", "ddd", b);
}

TEST(wrapping_counters) {
    CHECK_ATOMIC("inc", "u32", "www", a >= b ? 0 : a + 1);
    CHECK_ATOMIC("dec", "u32", "www", a == 0 || a > b ? b : a - 1);
}

TEST(compare_and_swap) {
    CHECK_AFTER(".global", "cas", "b32", "wwww", IN_GLOBAL, "%b, %c", a == b ? c : a);
    CHECK_AFTER(".shared", "cas", "b64", "dddd", IN_SHARED, "%b, %c", a == b ? c : a);
    CHECK_AFTER("", "cas", "b32", "wwww", GENERIC_SHARED, "%b, %c", a == b ? c : a);
    CHECK_AFTER(".global", "cas", "b16", "hhhh", IN_GLOBAL, "%b, %c", a == b ? c : a);
}

// On global memory, f32 sums flush subnormals; on shared memory they do not.
TEST(floating_point_sums) {
    CHECK_AFTER(".global", "add", "f32", "fff", IN_GLOBAL, "%b",
                any_nan_f32(got_, u32_of_f32(flushed(flushed(f32_of(a)) + flushed(f32_of(b))))));
    CHECK_AFTER(".shared", "add", "f32", "fff", IN_SHARED, "%b",
                any_nan_f32(got_, u32_of_f32(f32_of(a) + f32_of(b))));
    CHECK_AFTER("", "add", "f32", "fff", GENERIC_SHARED, "%b",
                any_nan_f32(got_, u32_of_f32(f32_of(a) + f32_of(b))));
    CHECK_AFTER(".global", "add", "f64", "ggg", IN_GLOBAL, "%b",
                any_nan_f64(got_, u64_of_f64(f64_of(a) + f64_of(b))));
    CHECK_AFTER(".shared", "add", "f64", "ggg", IN_SHARED, "%b",
                any_nan_f64(got_, u64_of_f64(f64_of(a) + f64_of(b))));
    CHECK_AFTER(".global", "add.noftz", "f16", "eee", IN_GLOBAL, "%b",
                any_nan(got_, rounded(f16_of(a) + f16_of(b), &format_f16, TO_NEAREST), &format_f16));
    CHECK_AFTER(
        ".shared", "add.noftz", "bf16", "bbb", IN_SHARED, "%b",
        any_nan(got_, rounded((long double)bf16_of(a) + bf16_of(b), &format_bf16, TO_NEAREST), &format_bf16));
}

// In halves of a word, each lane its own pair; the old value must be intact.
TEST(sums_of_pairs) {
    CHECK_EACH(IN_GLOBAL "and.b32 %a, %a, 0x3fff3fff; and.b32 %b, %b, 0x3fff3fff; st.global.b32 [%q0], %a;"
                         "atom.global.add.noftz.f16x2 %r0, [%q0], %b; ld.global.b32 %d, [%q0];",
               "EEE",
               rounded(f16_of(a & 0x3fff) + f16_of(b & 0x3fff), &format_f16, TO_NEAREST) |
                   rounded(f16_of(a >> 16 & 0x3fff) + f16_of(b >> 16 & 0x3fff), &format_f16, TO_NEAREST)
                       << 16);
}

TEST(qualifiers) {
    CHECK_ATOMIC("relaxed.gpu.add", "u32", "www", a + b);
    CHECK_EACH(
        IN_GLOBAL
        "st.global.b32 [%q0], %a; atom.acq_rel.sys.global.add.u32 %r0, [%q0], %b; ld.global.b32 %d, [%q0];",
        "www", a + b);
    CHECK_EACH(IN_GLOBAL
               "st.global.b32 [%q0+4], %a; atom.global.add.u32 %r0, [%q0+4], -1; ld.global.b32 %d, [%q0+4];",
               "ww", a - 1);
}

// red, and atom whose old value is not wanted.
TEST(reductions) {
    CHECK_EACH(IN_GLOBAL "st.global.b32 [%q0], %a; red.global.add.u32 [%q0], %b; ld.global.b32 %d, [%q0];",
               "www", a + b);
    CHECK_EACH(IN_SHARED "st.shared.b32 [%q0], %a; red.shared.max.s32 [%q0], %b; ld.shared.b32 %d, [%q0];",
               "www", S32(a) > S32(b) ? a : b);
    CHECK_EACH(IN_GLOBAL
               "st.global.b64 [%q0], %a; red.relaxed.gpu.global.or.b64 [%q0], %b; ld.global.b64 %d, [%q0];",
               "ddd", a | b);
    CHECK_EACH(GENERIC_SHARED "st.b32 [%q0], %a; red.inc.u32 [%q0], %b; ld.b32 %d, [%q0];", "www",
               a >= b ? 0 : a + 1);
    CHECK_EACH(IN_GLOBAL
               "st.global.b32 [%q0], %a; atom.global.xor.b32 _, [%q0], %b; ld.global.b32 %d, [%q0];",
               "www", a ^ b);
    CHECK_EACH(IN_SHARED "st.shared.b64 [%q0], %a; red.shared.add.f64 [%q0], %b; ld.shared.b64 %d, [%q0];",
               "ggg", any_nan_f64(got_, u64_of_f64(f64_of(a) + f64_of(b))));
}

// --- Many threads at one place
// ---------------------------------------------------------------------------------------

enum { MANY = 4096 };

TEST(contended_sum) {
    PtxRun run = {.declarations = ".global .align 8 .u64 sum;",
                  .body = "mov.u64 %x0, sum; cvt.u64.u32 %x1, %i; atom.global.add.u64 %x2, [%x0], %x1;\n"
                          "setp.ge.u64 %p0, %x2, 0; red.global.add.u64 [%out], %x1; st.u64 [%mine+8], %x2;",
                  .grid = {MANY / 128},
                  .block = {128},
                  .out_count = MANY + 1};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0] - 0x5a5a5a5a5a5a5a5a, (u64)MANY * (MANY - 1) / 2);
    // The old values are the partial sums: all different but for thread 0's addition of nothing.
    u64 total = 0;
    for (u32 i = 1; i <= MANY; i++) total += run.out[i] == 0;
    CHECK(total >= 1 && total <= 2);
}

TEST(contended_sum_of_two_cpu_threads) {
    PtxRun run = {
        .body =
            "red.global.add.u64 [%out], 3; red.global.max.u32 [%out+8], %i; red.global.or.b64 [%out+16], -1;",
        .grid = {MANY / 128},
        .block = {128},
        .out_count = 3,
        .spread = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0] - 0x5a5a5a5a5a5a5a5a, 3 * MANY);
    CHECK_EQ(run.out[1], 0x5a5a5a5a5a5a5a5a);
    CHECK_EQ(run.out[2], ~0ull);
}

TEST(each_gets_its_own_ticket) {
    PtxRun run = {
        .declarations = ".shared .align 4 .u32 next;",
        .body = "setp.eq.u32 %p0, %i, 0; @%p0 st.shared.u32 [next], 0; bar.sync 0;\n"
                "atom.shared.inc.u32 %r0, [next], 99; mad.wide.u32 %x0, %r0, 8, %out; cvt.u64.u32 %x1, %i;\n"
                "atom.global.add.u64 %x2, [%x0], 1;",
        .block = {200},
        .out_count = 101};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 100; i++)
        CHECK_EQ(run.out[i] - 0x5a5a5a5a5a5a5a5a, 2); // the counter went round twice
    CHECK_EQ(run.out[100], 0x5a5a5a5a5a5a5a5a);
}

// A loop around compare-and-swap, as programs write an atomic operation that hardware lacks.
TEST(loop_of_compare_and_swap) {
    PtxRun run = {
        .declarations = ".global .align 4 .u32 product = 1;",
        .body = "mov.u64 %x0, product; ld.global.volatile.u32 %r0, [%x0];\n"
                "again: mul.lo.u32 %r1, %r0, 3; atom.global.cas.b32 %r2, [%x0], %r0, %r1;\n"
                "setp.ne.u32 %p0, %r2, %r0; mov.u32 %r0, %r2; @%p0 bra again;\n"
                "bar.sync 0; ld.global.volatile.u32 %r3, [%x0]; cvt.u64.u32 %x1, %r3; st.u64 [%mine], %x1;",
        .block = {64},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    u32 expected = 1;
    for (int i = 0; i < 64; i++) expected *= 3;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], expected);
}

// Vectors: an atomic operation for each element.
TEST(vectors) {
    PtxRun run = {
        .declarations = ".global .align 16 .f32 sums[4];",
        .body =
            "mov.u64 %x0, sums; mov.f32 %r0, 0f3F800000; mov.f32 %r1, 0f40000000;\n"
            "red.global.add.v2.f32 [%x0], {%r0, %r1};\n"
            "atom.global.add.v4.f32 {%r2, %r3, %r4, %r5}, [%x0], {%r1, %r0, %r0, %r1}; bar.sync 0;\n"
            "ld.global.volatile.u64 %x1, [%x0]; ld.global.volatile.u64 %x2, [%x0+8]; mad.wide.u32 %x3, %i, "
            "16, %out;\nst.u64 [%x3], %x1; st.u64 [%x3+8], %x2;",
        .block = {32},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 32; i++) {
        CHECK_EQ(run.out[2 * i], u32_of_f32(96) | (u64)u32_of_f32(96) << 32);
        CHECK_EQ(run.out[2 * i + 1], u32_of_f32(32) | (u64)u32_of_f32(64) << 32);
    }
}

TEST(only_active_lanes) {
    PtxRun run = {.body =
                      "and.b32 %r0, %i, 3; setp.eq.u32 %p0, %r0, 2; @%p0 red.global.add.u64 [%out], 1;\n"
                      "@!%p0 atom.global.add.u64 %x0, [%out+8], 1; setp.gt.u32 %p1, %i, 90; @!%p1 bra done;\n"
                      "red.global.add.u64 [%out+16], 1;\ndone:",
                  .block = {100},
                  .out_count = 3};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0] - 0x5a5a5a5a5a5a5a5a, 25);
    CHECK_EQ(run.out[1] - 0x5a5a5a5a5a5a5a5a, 75);
    CHECK_EQ(run.out[2] - 0x5a5a5a5a5a5a5a5a, 9);
}

CHECK_MAIN()
