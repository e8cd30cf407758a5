// Thread block clusters: special registers, the cluster's barrier, shared memory of other blocks.
#include "tests/warpsim/check_instruction.h"

TEST(registers) {
    PtxRun run = {
        .body = "mov.u32 %r0, %cluster_ctaid.x; mov.u32 %r1, %cluster_nctaid.x; mov.u32 %r2, %clusterid.x;\n"
                "mov.u32 %r3, %nclusterid.x; mov.u32 %r4, %cluster_ctarank; mov.u32 %r5, %cluster_nctarank;\n"
                "mad.lo.u32 %r0, %r0, 10, %r1; mad.lo.u32 %r0, %r0, 10, %r2; mad.lo.u32 %r0, %r0, 10, %r3;\n"
                "mad.lo.u32 %r0, %r0, 10, %r4; mad.lo.u32 %r0, %r0, 10, %r5; cvt.u64.u32 %x0, %r0;\n"
                "st.u64 [%mine], %x0;",
        .grid = {6},
        .cluster = {3, 1, 1},
        .out_count = 6};
    if (!run_ptx(&run)) return;
    const u64 expected[] = {30203, 130213, 230223, 31203, 131213, 231223};
    for (u32 i = 0; i < 6; i++) CHECK_EQ(run.out[i], expected[i]);
}

// Block r writes into the shared memory of block r + 1, which reads it behind the barrier.
TEST(shared_memory_of_the_next_block) {
    PtxRun run = {.declarations = ".shared .align 8 .b8 s[64];",
                  .body =
                      "mov.u32 %r0, %cluster_ctarank; mov.u32 %r1, %cluster_nctarank; add.u32 %r2, %r0, 1;\n"
                      "rem.u32 %r2, %r2, %r1; mov.u32 %r3, s; mapa.shared::cluster.u32 %r4, %r3, %r2;\n"
                      "barrier.cluster.arrive; barrier.cluster.wait;\n"
                      "st.shared::cluster.u32 [%r4+4], %r0; getctarank.shared::cluster.u32 %r5, %r4;\n"
                      "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;\n"
                      "ld.shared.u32 %r6, [s+4]; mad.lo.u32 %r6, %r5, 10, %r6; cvt.u64.u32 %x0, %r6;\n"
                      "st.u64 [%mine], %x0;",
                  .grid = {8},
                  .cluster = {4, 1, 1},
                  .out_count = 8};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 8; i++) CHECK_EQ(run.out[i], (i + 1) % 4 * 10 + (i + 3) % 4);
}

// Threads that have left are not waited for.
TEST(those_who_left) {
    PtxRun run = {
        .body = "mov.u32 %r0, %cluster_ctarank; setp.eq.u32 %p0, %r0, 1; @%p0 bra end;\n"
                "barrier.cluster.arrive; barrier.cluster.wait; mov.b64 %x0, 7; st.u64 [%mine], %x0; end:",
        .grid = {2},
        .block = {64},
        .cluster = {2, 1, 1},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0], 7);
    CHECK_EQ(run.out[63], 7);
}

static void check_found(const char *body, Check check, const char *words) {
    PtxRun run = {.declarations = ".shared .align 8 .b8 s[64];",
                  .body = body,
                  .grid = {2},
                  .cluster = {2, 1, 1},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, check);
    CHECK_HAS(run.message, words);
}

#define MEET "barrier.cluster.arrive; barrier.cluster.wait;\n"
#define OTHER                                                                                                \
    "mov.u32 %r0, %cluster_ctarank; xor.b32 %r1, %r0, 1; mov.u32 %r3, s; mapa.shared::cluster.u32 %r4, "     \
    "%r3, "                                                                                                  \
    "%r1;\n"
TEST(wrong_uses) {
    check_found(OTHER MEET "st.shared::cluster.u32 [%r4+64], %r0;", CHECK_OUT_OF_BOUNDS,
                "of the cluster; a block has 64");
    check_found(OTHER MEET
                "ld.shared::cluster.u32 %r5, [%r4];\nsetp.eq.u32 %p0, %r5, 1; @%p0 bra used; used:" MEET,
                CHECK_UNINITIALISED, "another block of the cluster");
    check_found(OTHER MEET "st.shared::cluster.u32 [%r4+2], %r0;", CHECK_MISALIGNED, "multiple of 4");
    check_found(OTHER "setp.eq.u32 %p0, %r0, 0; @%p0 bra end;\nst.shared::cluster.u32 [%r4], %r0; end:",
                CHECK_OUT_OF_BOUNDS, "has not begun or has ended");
    check_found("mov.u32 %r3, s; mapa.shared::cluster.u32 %r4, %r3, 2;", CHECK_OUT_OF_BOUNDS,
                "The cluster has 2 blocks");
}

// Block 0 stores a word, behind a fence, and block 1 loads it: what lies between orders the two, or does not.
#define PASSED_ON(between)                                                                                   \
    OTHER "mov.b64 %x0, 5; setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, 0; st.shared.u32 [s], %r2;\n" MEET          \
          "@%p0 st.u64 [%out], %x0; membar.gl;\n" between                                                    \
          "@!%p0 ld.u64 %x1, [%out]; @!%p0 st.u64 [%out+8], %x1;\n" MEET

static void check_order(const char *body, bool ordered) {
    PtxRun run = {.declarations = ".shared .align 8 .b8 s[64];",
                  .body = body,
                  .grid = {2},
                  .cluster = {2, 1, 1},
                  .out_count = 2,
                  .expects_finding = !ordered};
    if (!run_ptx(&run)) return;
    if (ordered)
        CHECK_EQ(run.out[1], 5);
    else
        CHECK_EQ(run.check, CHECK_RACE);
}

TEST(order_between_blocks_of_a_cluster) {
    check_order(PASSED_ON(""), false);
    check_order(PASSED_ON(MEET), true);
    check_order(
        PASSED_ON("mov.u32 %r2, 1; @%p0 st.volatile.shared::cluster.u32 [%r4], %r2; @%p0 bra on;\n"
                  "again: ld.volatile.shared.u32 %r5, [s]; setp.eq.u32 %p1, %r5, 0; @%p1 bra again; on:\n"),
        true);
}

// One warp waits for its block, the other one for the cluster.
TEST(waits_for_ever) {
    PtxRun run = {.body = "mov.u32 %r0, %tid.x; setp.lt.u32 %p0, %r0, 32; @%p0 bra skip;\n" MEET
                          "bra end; skip: bar.sync 0; end:",
                  .grid = {2},
                  .block = {64},
                  .cluster = {2, 1, 1},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_BARRIER);
    CHECK_HAS(run.message, "The cluster is deadlocked");
    CHECK_EQ(run.line, 2);
}

CHECK_MAIN()
