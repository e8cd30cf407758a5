// Control flow: nested and unstructured branches, loops with trip counts of their own for each lane, exits,
// tables of targets, guarded instructions. Each kernel is checked against the same thing written in C for one
// thread.
#include "tests/warpsim/check_instruction.h"

enum { N = 96 };

// Runs the body, which leaves its result in %r0, in N threads.
static const u64 *results(const char *body) {
    static char text[4000];
    snprintf(text, sizeof text, "%s\ncvt.u64.u32 %%x0, %%r0; st.u64 [%%mine], %%x0;", body);
    PtxRun run = {.body = text, .block = {N}, .out_count = N};
    return run_ptx(&run) ? run.out : NULL;
}

#define CHECK_RESULTS(body, expression)                                                                      \
    do {                                                                                                     \
        const u64 *out_ = results(body);                                                                     \
        for (u32 i = 0; out_ && i < N; i++) CHECK_EQ(out_[i], (u32)(expression));                            \
    } while (0)

static u32 collatz(u32 n) {
    u32 steps = 0;
    for (; n != 1; steps++) n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

TEST(loop_with_a_branch) {
    CHECK_RESULTS("add.u32 %r1, %i, 1; mov.u32 %r0, 0;\n"
                  "head: setp.eq.u32 %p0, %r1, 1; @%p0 bra done; and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, "
                  "0; @%p1 bra odd;\n"
                  "shr.u32 %r1, %r1, 1; bra next;\nodd: mad.lo.u32 %r1, %r1, 3, 1;\nnext: add.u32 %r0, %r0, "
                  "1; bra head;\ndone:",
                  collatz(i + 1));
}

static u32 nested(u32 i) {
    u32 r = 0;
    for (u32 x = 0; x < i % 7; x++) {
        if (x == 5) break;
        for (u32 y = x; y < i; y += 3) {
            if (y % 4 == 1) continue;
            if (y > 50) break;
            r += x * y + (i & 1 ? 7 : y & 1 ? 3 : 1);
        }
    }
    return r;
}

TEST(nested_loops_with_break_and_continue) {
    CHECK_RESULTS(
        "rem.u32 %r1, %i, 7; mov.u32 %r0, 0; mov.u32 %r2, 0; and.b32 %r8, %i, 1; setp.ne.u32 %p7, %r8, 0;\n"
        "outer: setp.ge.u32 %p0, %r2, %r1; @%p0 bra end; setp.eq.u32 %p0, %r2, 5; @%p0 bra end; mov.u32 %r3, "
        "%r2;\n"
        "inner: setp.ge.u32 %p1, %r3, %i; @%p1 bra after; and.b32 %r4, %r3, 3; setp.eq.u32 %p2, %r4, 1; @%p2 "
        "bra step;\n"
        "setp.gt.u32 %p3, %r3, 50; @%p3 bra after; mov.u32 %r5, 7; @%p7 bra add; and.b32 %r6, %r3, 1;\n"
        "setp.ne.u32 %p4, %r6, 0; @!%p4 bra even; mov.u32 %r5, 3; bra add; even: mov.u32 %r5, 1;\n"
        "add: mad.lo.u32 %r0, %r2, %r3, %r0; add.u32 %r0, %r0, %r5;\n"
        "step: add.u32 %r3, %r3, 3; bra inner; after: add.u32 %r2, %r2, 1; bra outer;\nend:",
        nested(i));
}

TEST(deeply_nested_branches) {
    // A decision tree of depth 6: which leaf a lane reaches is its low six bits, turned round.
    char body[4000];
    size_t n = (size_t)snprintf(body, sizeof body, "mov.u32 %%r0, 0;\n");
    for (int depth = 0; depth < 6; depth++)
        n += (size_t)snprintf(
            body + n, sizeof body - n,
            "and.b32 %%r1, %%i, %d; setp.eq.u32 %%p%d, %%r1, 0; @%%p%d bra zero%d; add.u32 %%r0, %%r0, %d;\n",
            1 << depth, depth, depth, depth, 32 >> depth);
    for (int depth = 5; depth >= 0; depth--)
        n += (size_t)snprintf(body + n, sizeof body - n, "add.u32 %%r0, %%r0, 1000;\nzero%d:", depth);
    const u64 *out = results(body);
    for (u32 i = 0; out && i < N; i++) {
        u32 expected = 0;
        int depth = 0;
        while (depth < 6 && i >> depth & 1) expected += 32u >> depth++;
        CHECK_EQ(out[i], expected + 1000 * (depth == 6 ? 6 : depth));
    }
}

// A jump into the middle of a loop, and from one loop into another: no structured program has it.
static u32 tangle(u32 i) {
    u32 r = 0, k = i % 5;
    if (i % 3 == 0) goto middle;
top:
    r += 1;
middle:
    r += 10;
    if (k-- > 0) {
        if (r % 4 == 1) goto middle;
        goto top;
    }
    if (r < 60) {
        k = 2;
        goto top;
    }
    return r;
}

TEST(unstructured) {
    CHECK_RESULTS(
        "mov.u32 %r0, 0; rem.u32 %r1, %i, 5; rem.u32 %r2, %i, 3; setp.eq.u32 %p0, %r2, 0; @%p0 bra middle;\n"
        "top: add.u32 %r0, %r0, 1;\nmiddle: add.u32 %r0, %r0, 10; setp.gt.u32 %p1, %r1, 0; sub.u32 %r1, %r1, "
        "1;\n"
        "@!%p1 bra out; and.b32 %r3, %r0, 3; setp.eq.u32 %p2, %r3, 1; @%p2 bra middle; bra top;\n"
        "out: setp.lt.u32 %p3, %r0, 60; mov.u32 %r1, 2; @%p3 bra top;",
        tangle(i));
}

TEST(leaving_early) {
    PtxRun run = {.body =
                      "mov.u64 %x0, 1; st.u64 [%mine], %x0; setp.lt.u32 %p0, %i, 10; @%p0 ret;\n"
                      "mov.u64 %x0, 2; st.u64 [%mine], %x0; setp.gt.u32 %p1, %i, 80; @%p1 exit;\n"
                      "and.b32 %r1, %i, 1; setp.eq.u32 %p2, %r1, 0; @!%p2 bra odd; setp.lt.u32 %p3, %i, 40; "
                      "@%p3 bra gone;\n"
                      "mov.u64 %x0, 3; st.u64 [%mine], %x0; ret;\nodd: mov.u64 %x0, 4; st.u64 [%mine], %x0;\n"
                      "mov.u32 %r2, 0; again: add.u32 %r2, %r2, 1; setp.eq.u32 %p4, %r2, %i; @%p4 exit;\n"
                      "setp.lt.u32 %p5, %r2, 70; @%p5 bra again; mov.u64 %x0, 5; st.u64 [%mine], %x0; "
                      "ret;\ngone: exit;",
                  .block = {N},
                  .out_count = N};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < N; i++)
        CHECK_EQ(run.out[i], i < 10 ? 1 : i > 80 ? 2 : i % 2 == 0 ? (i < 40 ? 2 : 3) : i <= 70 ? 4 : 5);
}

TEST(trip_counts_of_their_own) {
    CHECK_RESULTS("mov.u32 %r0, 0; mov.u32 %r1, 0; again: add.u32 %r0, %r0, %r1; add.u32 %r1, %r1, 1;\n"
                  "setp.le.u32 %p0, %r1, %i; @%p0 bra again;",
                  i * (i + 1) / 2);
    // The loop's only exit is in the middle.
    CHECK_RESULTS("mov.u32 %r0, 1; xor.b32 %r1, %i, 0x2a; again: setp.lt.u32 %p0, %r1, 3; @%p0 bra end; "
                  "shr.u32 %r1, %r1, 1;\n"
                  "shl.b32 %r0, %r0, 1; bra.uni again; end: add.u32 %r0, %r0, %r1;",
                  ({
                      u32 r = 1, k = i ^ 0x2a;
                      for (; k >= 3; k /= 2) r *= 2;
                      r + k;
                  }));
}

TEST(table_of_targets) {
    CHECK_RESULTS(
        "mul.lo.u32 %r1, %i, 7; rem.u32 %r1, %r1, 5; mov.u32 %r0, %i;\n"
        "targets: .branchtargets zero, one, two, one, four;\nbrx.idx %r1, targets;\n"
        "zero: add.u32 %r0, %r0, 100; bra join; one: add.u32 %r0, %r0, 200; setp.lt.u32 %p0, %i, 50; @%p0 "
        "bra join;\n"
        "two: add.u32 %r0, %r0, 300; bra join; four: mul.lo.u32 %r0, %r0, 3;\njoin: add.u32 %r0, %r0, 1;",
        i * 7 % 5 == 0   ? i + 101
        : i * 7 % 5 == 4 ? 3 * i + 1
        : i * 7 % 5 == 2 ? i + 301
        : i < 50         ? i + 201
                         : i + 501);
}

TEST(table_of_targets_in_a_loop) {
    // A little machine: its state decides where the next step goes.
    CHECK_RESULTS("and.b32 %r1, %i, 3; mov.u32 %r0, 0; mov.u32 %r2, 12;\n"
                  "step: setp.eq.u32 %p0, %r2, 0; @%p0 bra end; sub.u32 %r2, %r2, 1;\n"
                  "t: .branchtargets a, b, c, d;\nbrx.idx %r1, t;\n"
                  "a: add.u32 %r0, %r0, 1; mov.u32 %r1, 2; bra step; b: add.u32 %r0, %r0, 20; mov.u32 %r1, "
                  "3; bra step;\n"
                  "c: add.u32 %r0, %r0, 300; add.u32 %r1, %r2, %i; and.b32 %r1, %r1, 3; bra step;\n"
                  "d: shl.b32 %r0, %r0, 1; mov.u32 %r1, 0; bra step;\nend:",
                  ({
                      u32 state = i & 3, r = 0;
                      for (u32 k = 12; k-- > 0;) {
                          if (state == 0)
                              r += 1, state = 2;
                          else if (state == 1)
                              r += 20, state = 3;
                          else if (state == 2)
                              r += 300, state = (k + i) & 3;
                          else
                              r *= 2, state = 0;
                      }
                      r;
                  }));
}

// Every sort of instruction under a guard: lanes without it keep what they had.
TEST(guarded_instructions) {
#define GUARD "setp.gt.u32 %p0, %b, %a; mov.b32 %d, %a; "
    CHECK_EACH(GUARD "@%p0 add.u32 %d, %b, 1;", "www", b > a ? b + 1 : a);
    CHECK_EACH(GUARD "@!%p0 mul.lo.u32 %d, %b, 3;", "www", b > a ? a : b * 3);
    // What some give is other tests' business; here, lanes without the guard must keep theirs.
    CHECK_EACH(GUARD "@%p0 fma.rz.f32 %d, %b, %b, %b;", "www", b > a ? got_ : a);
    CHECK_EACH(GUARD "setp.eq.u32 %p1, %a, %a; @%p0 setp.ne.u32 %p1, %a, %a; selp.b32 %d, 1, 2, %p1;", "www",
               b > a ? 2 : 1);
    CHECK_EACH(GUARD "@%p0 mov.u32 %d, 0;", "www", b > a ? 0 : a);
    CHECK_EACH(GUARD "mov.u32 %r1, 5; @%p0 mov.b64 {%d, %r1}, 0x900000008; add.u32 %d, %d, %r1;", "www",
               b > a ? 17 : a + 5);
    CHECK_EACH(GUARD "mad.wide.u32 %x0, %i, 32, %in; @%p0 ld.u32 %d, [%x0+8];", "www", b > a ? b : a);
    CHECK_EACH(GUARD "mad.wide.u32 %x0, %i, 32, %in; mov.u32 %r1, 0; @!%p0 ld.v2.u32 {%d, %r1}, [%x0+8]; "
                     "add.u32 %d, %d, %r1;",
               "www", b > a ? a : b);
    CHECK_EACH(GUARD "mov.u64 %q0, %mine; st.u32 [%q0], %a; @%p0 st.u32 [%q0], %b; ld.u32 %d, [%q0];", "www",
               b > a ? b : a);
    CHECK_EACH(GUARD "mov.u64 %q0, %mine; st.u32 [%q0], %a; @%p0 atom.exch.b32 %d, [%q0], %b; ld.u32 %r0, "
                     "[%q0]; xor.b32 %d, %d, %r0;",
               "www", b > a ? a ^ b : 0);
    CHECK_EACH(GUARD "@%p0 cvt.rn.f32.u32 %d, %b;", "www", b > a ? u32_of_f32((float)b) : a);
    CHECK_EACH(GUARD "add.cc.u32 %r0, -1, -1; @%p0 add.cc.u32 %r1, 0, 0; addc.u32 %d, 0, 0;", "www",
               b > a ? 0 : 1);
    CHECK_EACH(GUARD "@%p0 min.f16x2 %d, %b, %b;", "www", b > a ? got_ : a);
    CHECK_EACH("setp.gt.u32 %p0, %b, %a; mov.b64 %x0, 7; @%p0 mov.u64 %x0, %clock64; setp.eq.u64 %p1, %x0, "
               "7; selp.b32 %d, 1, 0, %p1;",
               "www", b > a ? got_ : 1);
}

// Registers written before a branch, on one side of it and in loops must be right after the lanes meet again.
TEST(values_across_joins) {
    CHECK_RESULTS("mov.u32 %r1, %i; and.b32 %r2, %i, 1; setp.eq.u32 %p0, %r2, 0; @%p0 bra skip; add.u32 %r1, "
                  "%r1, 1000; skip:\n"
                  "setp.lt.u32 %p1, %i, 30; @%p1 bra low; mul.lo.u32 %r3, %r1, 2; bra join; low: add.u32 "
                  "%r3, %r1, 5; join:\n"
                  "@%p0 mov.u32 %r1, 1; mad.lo.u32 %r0, %r3, 10, %r1;",
                  (i < 30 ? i + (i & 1 ? 1000 : 0) + 5 : 2 * (i + (i & 1 ? 1000 : 0))) * 10 +
                      (i & 1 ? i + 1000 : 1));
    // A value computed inside a loop and used behind it is that of the lane's own last round.
    CHECK_RESULTS("mov.u32 %r1, 0; again: mul.lo.u32 %r2, %r1, 3; add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, "
                  "%i; @%p0 bra again;\n"
                  "add.u32 %r0, %r2, 1;",
                  (i ? 3 * (i - 1) : 0) + 1);
}

CHECK_MAIN()
