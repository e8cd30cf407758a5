// Device functions: values and structures as arguments, recursion, pointers to functions, calls from
// divergent code.
#include "tests/warpsim/check_instruction.h"

enum { N = 70 };

static const u64 *results(const char *declarations, const char *body) {
    PtxRun run = {.declarations = declarations, .body = body, .block = {N}, .out_count = N};
    return run_ptx(&run) ? run.out : NULL;
}

// Calls NAME with %r0 and leaves the result in %r1.
#define CALL(name)                                                                                           \
    "{ .param .b32 a_; .param .b32 b_; st.param.b32 [a_], %r0; call.uni (b_), " name                         \
    ", (a_); ld.param.b32 %r1, [b_]; }\n"
#define GIVE_R1    "cvt.u64.u32 %x9, %r1; st.u64 [%mine], %x9;"
#define HEAD(name) ".func (.param .b32 r) " name "(.param .b32 v)"

static const char small_functions[] =
    HEAD("twice") "{ .reg .b32 %a; ld.param.b32 %a, [v]; add.u32 %a, %a, %a; st.param.b32 [r], %a; ret; "
                  "}\n" HEAD("square") "{ .reg .b32 %a; ld.param.b32 %a, [v]; mul.lo.u32 %a, %a, %a; "
                                       "st.param.b32 [r], %a; ret; }\n" HEAD(
                                           "early") "{ .reg .b32 %a; .reg .pred %p; ld.param.b32 %a, [v]; "
                                                    "st.param.b32 [r], %a; setp.lt.u32 %p, %a, 20; @%p ret;\n"
                                                    " st.param.b32 [r], 77; and.b32 %a, %a, 1; setp.eq.u32 "
                                                    "%p, %a, 0; @%p bra even; ret; even: st.param.b32 [r], "
                                                    "88; ret; }\n" HEAD(
                                                        "count") "{ .reg .b32 %a<3>; .reg .pred %p; "
                                                                 "ld.param.b32 %a0, [v]; mov.u32 %a1, 0;\n"
                                                                 " again: setp.eq.u32 %p, %a0, 0; @%p bra "
                                                                 "end; and.b32 %a2, %a0, 1; add.u32 %a1, "
                                                                 "%a1, %a2; shr.u32 %a0, %a0, 1; bra again;\n"
                                                                 " end: st.param.b32 [r], %a1; ret; }\n";

TEST(value_in_and_out) {
    const u64 *out = results(small_functions,
                             "mov.u32 %r0, %i;\n" CALL("twice") "mov.u32 %r0, %r1;\n" CALL("square") GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], 4 * i * i);
}

TEST(divergent_returns) {
    const u64 *out = results(small_functions, "mov.u32 %r0, %i;\n" CALL("early") GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], i < 20 ? i : i & 1 ? 77 : 88);
}

TEST(loop_in_a_function) {
    const u64 *out = results(small_functions, "mul.lo.u32 %r0, %i, 0x9e3779b9;\n" CALL("count") GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], __builtin_popcount(i * 0x9e3779b9u));
}

TEST(calls_from_divergent_code) {
    const u64 *out =
        results(small_functions,
                "mov.u32 %r0, %i; and.b32 %r2, %i, 1; setp.eq.u32 %p0, %r2, 0; @%p0 bra even;\n" CALL(
                    "square") "bra join; even:\n" CALL("early") "join: add.u32 %r1, %r1, 1;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], (i & 1 ? i * i : i < 20 ? i : 88) + 1);
}

TEST(calls_in_a_loop) {
    const u64 *out = results(
        small_functions,
        "and.b32 %r0, %i, 7; mov.u32 %r3, 0; rem.u32 %r4, %i, 4;\nagain: setp.ge.u32 %p0, %r3, %r4; @%p0 bra "
        "end;\n" CALL(
            "twice") "add.u32 %r0, %r1, 1; add.u32 %r3, %r3, 1; bra again;\nend: mov.u32 %r1, %r0;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], (((i & 7) + 1) << i % 4) - 1);
}

// Structures travel as bytes: 24 of them in, 16 out, members of several sizes.
TEST(structures) {
    static const char declarations[] =
        ".func (.param .align 8 .b8 r[16]) mix(.param .align 8 .b8 s[24], .param .b32 factor) {\n"
        ".reg .b64 %x<4>; .reg .b32 %r<4>; .reg .b16 %h<2>; ld.param.b64 %x0, [s]; ld.param.v2.b32 {%r0, "
        "%r1}, [s+8];\n"
        "ld.param.u8 %h0, [s+16]; ld.param.s16 %r2, [s+18]; ld.param.b32 %r3, [factor]; mul.lo.u32 %r0, %r0, "
        "%r3; add.u32 %r1, %r1, %r2;\n"
        "cvt.u64.u16 %x1, %h0; add.u64 %x0, %x0, %x1; st.param.v2.b32 [r], {%r0, %r1}; st.param.b64 [r+8], "
        "%x0; ret; }\n";
    PtxRun run = {
        .declarations = declarations,
        .body =
            "mul.wide.u32 %x0, %i, 1000000; add.u32 %r0, %i, 1; add.u32 %r1, %i, 2; mad.wide.u32 %x5, %i, "
            "16, %out;\n"
            "{ .param .align 8 .b8 s[24]; .param .b32 f; .param .align 8 .b8 b[16]; st.param.b64 [s], %x0;\n"
            "st.param.v2.b32 [s+8], {%r0, %r1}; st.param.b8 [s+16], 200; st.param.b16 [s+18], -5; "
            "st.param.b32 [f], 3;\n"
            "call.uni (b), mix, (s, f); ld.param.b64 %x1, [b]; ld.param.b64 %x2, [b+8]; }\nst.v2.u64 [%x5], "
            "{%x1, %x2};",
        .block = {N},
        .out_count = 2 * N};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < N; i++) {
        CHECK_EQ(run.out[2 * i], (u64)(3 * (i + 1)) | (u64)(i + 2 - 5) << 32);
        CHECK_EQ(run.out[2 * i + 1], (u64)i * 1000000 + 200);
    }
}

static const char fibonacci[] =
    HEAD("fib") "{ .reg .b32 %a<4>; .reg .pred %p; ld.param.b32 %a0, [v]; setp.lt.u32 %p, %a0, 2; mov.u32 "
                "%a3, %a0; @%p bra end;\n"
                " sub.u32 %a1, %a0, 1; { .param .b32 x; .param .b32 y; st.param.b32 [x], %a1; call (y), fib, "
                "(x); ld.param.b32 %a2, [y]; }\n"
                " sub.u32 %a1, %a0, 2; { .param .b32 x; .param .b32 y; st.param.b32 [x], %a1; call (y), fib, "
                "(x); ld.param.b32 %a3, [y]; }\n"
                " add.u32 %a3, %a3, %a2;\n end: st.param.b32 [r], %a3; ret; }\n";

TEST(recursion_of_different_depths) {
    const u64 *out = results(fibonacci, "rem.u32 %r0, %i, 11;\n" CALL("fib") GIVE_R1);
    static const u32 expected[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], expected[i % 11]);
}

// Each call has local memory of its own: a recursion that adds up an array that its caller filled.
TEST(local_memory_of_each_call) {
    static const char declarations[] =
        HEAD("pile") "{ .local .align 8 .b8 mine[16]; .reg .b64 %x<2>; .reg .b32 %a<4>; .reg .pred %p; "
                     "ld.param.b32 %a0, [v];\n"
                     " mov.u64 %x0, mine; st.local.b32 [%x0+4], %a0; mov.u32 %a2, 0; setp.eq.u32 %p, %a0, 0; "
                     "@%p bra end; sub.u32 %a1, %a0, 1;\n"
                     " { .param .b32 x; .param .b32 y; st.param.b32 [x], %a1; call (y), pile, (x); "
                     "ld.param.b32 %a2, [y]; }\n"
                     " end: cvta.local.u64 %x1, %x0; ld.b32 %a3, [%x1+4]; mad.lo.u32 %a3, %a3, %a3, %a2; "
                     "st.param.b32 [r], %a3; ret; }\n";
    const u64 *out = results(declarations, "rem.u32 %r0, %i, 20;\n" CALL("pile") GIVE_R1);
    for (u32 i = 0; out && i < N; i++) {
        const u32 n = i % 20;
        CHECK_EQ(out[i], n * (n + 1) * (2 * n + 1) / 6);
    }
}

TEST(pointer_to_the_callers_local_memory) {
    static const char declarations[] = ".func fill(.param .b64 where, .param .b32 v) { .reg .b64 %x; .reg "
                                       ".b32 %a; ld.param.b64 %x, [where]; ld.param.b32 %a, [v];\n"
                                       " st.b32 [%x], %a; add.u32 %a, %a, 1; st.b32 [%x+4], %a; ret; }\n";
    const u64 *out = results(
        declarations,
        ".local .align 8 .b32 pair[2]; mov.u64 %x0, pair; cvta.local.u64 %x1, %x0;\n"
        "{ .param .b64 w; .param .b32 v; st.param.b64 [w], %x1; st.param.b32 [v], %i; call fill, (w, v); }\n"
        "ld.local.b32 %r0, [%x0]; ld.local.b32 %r1, [%x0+4]; mad.lo.u32 %r1, %r0, 1000, %r1;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], i * 1001 + 1);
}

TEST(pointers_to_functions) {
    // Each lane picks one of four targets; some call nothing.
    const u64 *out = results(
        small_functions,
        "mov.u32 %r0, %i; and.b32 %r2, %i, 3; mov.u64 %x0, twice; mov.u64 %x1, square; mov.u64 %x2, early;\n"
        "setp.eq.u32 %p0, %r2, 0; setp.eq.u32 %p1, %r2, 1; setp.eq.u32 %p2, %r2, 2; selp.b64 %x3, %x0, %x1, "
        "%p0;\n"
        "selp.b64 %x3, %x2, %x3, %p2; setp.eq.u32 %p3, %r2, 3; mov.u32 %r1, 5; @%p3 bra skip;\n"
        "{ .param .b32 a_; .param .b32 b_; st.param.b32 [a_], %r0;\n"
        "shape: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b_), %x3, (a_), shape;\n"
        "ld.param.b32 %r1, [b_]; }\nskip: add.u32 %r1, %r1, 1;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) {
        static const u32 none = 5;
        const u32 expected[] = {2 * i, i * i, i < 20 ? i : i & 1 ? 77 : 88, none};
        CHECK_EQ(out[i], expected[i & 3] + 1);
    }
}

TEST(pointers_in_a_loop) {
    const u64 *out =
        results(small_functions,
                "mov.u32 %r0, %i; mov.u32 %r3, 0; mov.u64 %x0, twice; mov.u64 %x1, count;\n"
                "again: add.u32 %r0, %r0, 10; add.u32 %r4, %r3, %i; and.b32 %r4, %r4, 1; setp.eq.u32 %p0, "
                "%r4, 0; selp.b64 %x3, %x0, %x1, %p0;\n"
                "{ .param .b32 a_; .param .b32 b_; st.param.b32 [a_], %r0;\n"
                "shape: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b_), %x3, (a_), shape;\n"
                "ld.param.b32 %r1, [b_]; }\nadd.u32 %r0, %r1, 3; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, "
                "4; @%p1 bra again;\n"
                "mov.u32 %r1, %r0;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) {
        u32 v = i;
        for (u32 k = 0; k < 4; k++) {
            v += 10;
            v = ((k + i) & 1 ? (u32)__builtin_popcount(v) : 2 * v) + 3;
        }
        CHECK_EQ(out[i], v);
    }
}

TEST(exit_inside_a_function) {
    static const char declarations[] = ".func stop(.param .b32 v) { .reg .b32 %a; .reg .pred %p; "
                                       "ld.param.b32 %a, [v]; setp.gt.u32 %p, %a, 30; @%p exit; ret; }\n";
    const u64 *out = results(
        declarations,
        "mov.u64 %x0, 1; st.u64 [%mine], %x0; { .param .b32 v; st.param.b32 [v], %i; call stop, (v); }\n"
        "mov.u64 %x0, 2; st.u64 [%mine], %x0;");
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], i > 30 ? 1 : 2);
}

TEST(barrier_inside_a_function) {
    static const char declarations[] = ".shared .align 4 .b32 s[96];\n" HEAD(
        "swap") "{ .reg .b32 %a<3>; .reg .b64 %x<2>; ld.param.b32 %a0, [v]; mov.u32 %a1, %tid.x; mov.u64 "
                "%x0, s;\n"
                " mad.wide.u32 %x1, %a1, 4, %x0; st.shared.b32 [%x1], %a0; bar.sync 0; sub.u32 %a1, 69, %a1; "
                "mad.wide.u32 %x1, %a1, 4, %x0;\n"
                " ld.shared.b32 %a2, [%x1]; bar.sync 0; st.param.b32 [r], %a2; ret; }\n";
    const u64 *out = results(declarations, "mul.lo.u32 %r0, %i, 2;\n" CALL("swap") "mov.u32 %r0, %r1;\n" CALL(
                                               "swap") "add.u32 %r1, %r1, 1;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], 2 * i + 1);
}

// Both halves of the warp have registers of their own while they wait for each other, and calls find room behind them.
TEST(calls_of_lanes_that_wait_for_one_another) {
    const u64 *out = results(
        small_functions,
        "mov.u32 %r0, %i; and.b32 %r2, %i, 1; setp.eq.u32 %p0, %r2, 0; @%p0 bra even;\n" CALL("square") "bar.warp.sync -1; mov.u32 %r0, %r1;\n" CALL(
            "twice") "bar.warp.sync -1; bra join; even: bar.warp.sync -1;\n" CALL("count") "add.u32 %r0, %r1, %r0; bar.warp.sync -1;\n" CALL("square") "join:\n" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) {
        const u32 even = (u32)__builtin_popcount(i) + i;
        CHECK_EQ(out[i], i & 1 ? 2 * i * i : even * even);
    }
}

TEST(predicated_call) {
    const u64 *out = results(
        small_functions,
        "mov.u32 %r0, %i; setp.lt.u32 %p0, %i, 25;\n"
        "{ .param .b32 a_; .param .b32 b_; st.param.b32 [a_], %r0; \n"
        "@%p0 call (b_), square, (a_); ld.param.b32 %r1, [b_]; }\nselp.b32 %r1, %r1, 9, %p0;" GIVE_R1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], i < 25 ? i * i : 9);
}

// Values that are the same for a block or a launch, which kernels compute ahead of time.
TEST(sizes_and_indices_in_functions) {
    static const char *const declarations = HEAD(
        "where") "{ .reg .b32 %a<6>; ld.param.b32 %a0, [v]; mov.u32 %a1, %ntid.x; mov.u32 %a2, %ctaid.x;\n"
                 " mov.u32 %a3, %nctaid.x; mad.lo.u32 %a4, %a2, %a1, %a0; mad.lo.u32 %a5, %a3, 1000, %a4;\n"
                 " st.param.b32 [r], %a5; ret; }\n";
    PtxRun run = {.declarations = declarations,
                  .body = "mov.u32 %r0, %tid.x;\n" CALL("where") GIVE_R1,
                  .grid = {3},
                  .block = {40},
                  .out_count = 120};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 120; i++) CHECK_EQ(run.out[i], 3000 + i);
}

CHECK_MAIN()
