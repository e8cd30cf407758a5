// Lanes of one warp that wait for each other, which one reconvergence stack cannot do: independent thread
// scheduling.
#include "tests/warpsim/check_instruction.h"

// Each lane takes the lock in turn and adds to a word that nothing else protects.
static void check_lock(const char *body, u32 threads, u32 blocks) {
    PtxRun run = {.declarations = ".global .b32 lock; .global .b32 sum;",
                  .body = body,
                  .grid = {blocks},
                  .block = {threads},
                  .out_count = 1};
    if (run_ptx(&run)) CHECK_EQ(run.out[0], threads * blocks);
}

#define CRITICAL                                                                                             \
    "ld.volatile.global.u32 %r1, [sum]; add.u32 %r1, %r1, 1; st.volatile.global.u32 [sum], %r1; "            \
    "membar.gl;\n"
#define LAST                                                                                                 \
    "bar.sync 0; ld.volatile.global.u32 %r1, [sum]; cvt.u64.u32 %x1, %r1; st.volatile.u64 [%out], %x1;"

TEST(spin_lock) {
    // while (atomicCAS(&lock, 0, 1)); ...; atomicExch(&lock, 0);
    check_lock(
        "again: atom.global.cas.b32 %r0, [lock], 0, 1; setp.ne.u32 %p0, %r0, 0; @%p0 bra again;\n" CRITICAL
        "atom.global.exch.b32 %r2, [lock], 0;\n" LAST,
        96, 2);
    check_lock("again: atom.global.cas.b32 %r0, [lock], 0, 1; setp.eq.u32 %p0, %r0, 0; @%p0 bra got; "
               "nanosleep.u32 50; "
               "bra again;\ngot: " CRITICAL "atom.global.exch.b32 %r2, [lock], 0;\n" LAST,
               64, 1);
    check_lock(
        "again: atom.global.cas.b32 %r0, [lock], 0, 1; setp.ne.u32 %p0, %r0, 0; @%p0 bra next;\n" CRITICAL
        "atom.global.exch.b32 %r2, [lock], 0;\nnext: @%p0 bra again;\n" LAST,
        64, 1);
}

// Lane 31 sets what the others look for; then all exchange values, so that they must have met again.
TEST(a_flag_between_lanes) {
    PtxRun run = {.body = ".shared .align 4 .b32 flag; setp.eq.u32 %p0, %i, 0; @%p0 st.shared.u32 [flag], 0; "
                          "bar.warp.sync -1;\n"
                          "setp.eq.u32 %p1, %i, 31; @%p1 bra set;\n"
                          "again: ld.volatile.shared.u32 %r0, [flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra "
                          "again; bra.uni join;\n"
                          "set: mov.u32 %r0, 7; st.volatile.shared.u32 [flag], 7;\n"
                          "join: add.u32 %r0, %r0, %i; shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1; "
                          "vote.sync.ballot.b32 %r2, %p1, -1;\n"
                          "mov.b64 %x0, {%r1, %r2}; st.u64 [%mine], %x0;",
                  .block = {32},
                  .out_count = 32};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 32; i++) CHECK_EQ(run.out[i], (7 + (i ^ 1)) | 0x80000000ull << 32);
}

// __syncwarp() on both sides of a branch: each half leaves a value for the other.
TEST(warp_barriers_at_two_places) {
    PtxRun run = {.body = ".shared .align 4 .b32 s[32]; mov.u64 %x0, s; mad.wide.u32 %x1, %i, 4, %x0; "
                          "xor.b32 %r0, %i, 16;\n"
                          "mad.wide.u32 %x2, %r0, 4, %x0; setp.lt.u32 %p0, %i, 16; @%p0 bra low;\n"
                          "mul.lo.u32 %r1, %i, 3; st.shared.u32 [%x1], %r1; bar.warp.sync -1; ld.shared.u32 "
                          "%r2, [%x2]; add.u32 %r2, "
                          "%r2, 1000; bra.uni join;\n"
                          "low: mul.lo.u32 %r1, %i, 5; st.shared.u32 [%x1], %r1; bar.warp.sync -1; "
                          "ld.shared.u32 %r2, [%x2];\n"
                          "join: shfl.sync.idx.b32 %r3, %r2, 20, 31, -1; add.u32 %r2, %r2, %r3; cvt.u64.u32 "
                          "%x3, %r2; st.u64 [%mine], "
                          "%x3;",
                  .block = {32},
                  .out_count = 32};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 32; i++) CHECK_EQ(run.out[i], (i < 16 ? (i + 16) * 3 : (i - 16) * 5 + 1000) + 1020);
}

// Lanes pass a word on, each waiting for the one before, in a loop: what one wrote before, the other keeps.
// The fence is for GPUs: without it the assembler of CUDA 13 has the lanes of a warp meet, for the barrier,
// before the store and not behind it, and on an H200 they wait for ever.
TEST(a_chain_of_lanes) {
    PtxRun run = {
        .body =
            ".shared .align 4 .b32 turn; setp.eq.u32 %p0, %i, 0; @%p0 st.shared.u32 [turn], 0; bar.sync 0;\n"
            "mul.lo.u32 %r5, %i, 11; mov.u32 %r4, 0;\n"
            "wait: ld.volatile.shared.u32 %r0, [turn]; setp.ne.u32 %p1, %r0, %i; add.u32 %r4, %r4, 1; @%p1 "
            "bra wait;\n"
            "add.u32 %r1, %i, 1; st.volatile.shared.u32 [turn], %r1; membar.cta; bar.sync 0; add.u32 %r5, "
            "%r5, %r1;\n"
            "cvt.u64.u32 %x0, %r5; st.u64 [%mine], %x0;",
        .block = {64},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], 12 * i + 1);
}

// The same in a device function.
TEST(a_lock_in_a_function) {
    PtxRun run = {
        .declarations =
            ".global .b32 lock; .global .b32 sum;\n"
            ".func (.param .b32 result) take(.param .b32 value) { .reg .b32 %v, %o, %s; .reg .pred %p;\n"
            "ld.param.b32 %v, [value]; again: atom.global.cas.b32 %o, [lock], 0, 1; setp.ne.u32 %p, %o, 0; "
            "@%p bra again;\n"
            "ld.volatile.global.u32 %s, [sum]; add.u32 %s, %s, %v; st.volatile.global.u32 [sum], %s;\n"
            "atom.global.exch.b32 %o, [lock], 0; add.u32 %v, %v, 100; st.param.b32 [result], %v; ret; }\n",
        .body =
            "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %i; call (b), take, (a); ld.param.b32 %r0, "
            "[b]; }\n"
            "bar.sync 0; ld.volatile.global.u32 %r1, [sum]; mov.b64 %x0, {%r0, %r1}; st.u64 [%mine], %x0;",
        .block = {64},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], (i + 100) | 2016ull << 32);
}

// A lane that never comes: the lanes that wait are told.
TEST(in_vain) {
    PtxRun run = {.body = "setp.eq.u32 %p0, %i, 3; @%p0 bra other; bar.warp.sync -1; bra.uni end;\nother: "
                          "bar.sync 0;\nend:",
                  .block = {32},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_BARRIER);
}

CHECK_MAIN()
