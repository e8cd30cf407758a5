// Barriers of a block: bar.sync, bar.arrive, bar.red, with thread counts and numbers; and of a warp.
#include "tests/warpsim/check_instruction.h"

// Each thread leaves a value and reads the one of a thread in another warp.
static const char exchange[] =
    ".shared .align 4 .b32 s[256]; mov.u64 %%x0, s; mad.wide.u32 %%x1, %%i, 4, %%x0; st.shared.u32 [%%x1], "
    "%%i;\n"
    "%s\n"
    "sub.u32 %%r1, 255, %%i; mad.wide.u32 %%x1, %%r1, 4, %%x0; ld.shared.u32 %%r2, [%%x1];\n"
    "cvt.u64.u32 %%x2, %%r2; st.u64 [%%mine], %%x2;";

TEST(whole_block) {
    static const char *const forms[] = {"bar.sync 0;",
                                        "barrier.sync 0;",
                                        "barrier.sync.aligned 0;",
                                        "bar.sync 3, 256;",
                                        "mov.u32 %r5, 7; bar.sync %r5;",
                                        "bar.cta.sync 0;",
                                        "mov.u32 %r5, 256; bar.sync 1, %r5;",
                                        "bar.sync 0; bar.sync 0; bar.sync 1;",
                                        "bar.red.popc.u32 %r9, 0, 1;"};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        char body[800];
        snprintf(body, sizeof body, exchange, forms[k]);
        PtxRun run = {.body = body, .block = {256}, .out_count = 256};
        if (!run_ptx(&run)) return;
        for (u32 i = 0; i < 256; i++) CHECK_EQ(run.out[i], 255 - i);
    }
}

TEST(in_a_loop) {
    // Ten rounds of shifting a ring by one, two barriers each.
    PtxRun run = {
        .body =
            ".shared .align 4 .b32 s[100]; mov.u64 %x0, s; mad.wide.u32 %x1, %i, 4, %x0; mov.u32 %r0, %i;\n"
            "add.u32 %r1, %i, 1; rem.u32 %r1, %r1, 100; mad.wide.u32 %x2, %r1, 4, %x0; mov.u32 %r2, 0;\n"
            "again: st.shared.u32 [%x1], %r0; bar.sync 0; ld.shared.u32 %r0, [%x2]; bar.sync 0;\n"
            "add.u32 %r2, %r2, 1; setp.lt.u32 %p0, %r2, 10; @%p0 bra again;\n"
            "cvt.u64.u32 %x3, %r0; st.u64 [%mine], %x3;",
        .block = {100},
        .grid = {1},
        .out_count = 100};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 100; i++) CHECK_EQ(run.out[i], (i + 10) % 100);
}

TEST(reductions) {
    PtxRun run = {
        .body = "and.b32 %r0, %i, 3; setp.eq.u32 %p0, %r0, 1; setp.lt.u32 %p1, %i, 1000;\n"
                "bar.red.popc.u32 %r1, 0, %p0; bar.red.popc.u32 %r2, 0, !%p0; bar.red.and.pred %p2, 0, %p0;\n"
                "bar.red.or.pred %p3, 0, %p0; bar.red.and.pred %p4, 1, %p1; bar.red.or.pred %p5, 2, !%p1;\n"
                "barrier.red.popc.aligned.u32 %r4, 0, 192, %p0; selp.b32 %r3, 1, 0, %p2; @%p3 or.b32 %r3, "
                "%r3, 2;\n"
                "@%p4 or.b32 %r3, %r3, 4; @%p5 or.b32 %r3, %r3, 8; add.u32 %r3, %r3, %r4;\n"
                "mov.b64 %x0, {%r1, %r2}; cvt.u64.u32 %x1, %r3; mad.wide.u32 %x2, %i, 16, %out; st.v2.u64 "
                "[%x2], {%x0, %x1};",
        .block = {192},
        .out_count = 2 * 192};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 192; i++) {
        CHECK_EQ(run.out[2 * i], 48 | 144ull << 32);
        CHECK_EQ(run.out[2 * i + 1], (2 | 4) + 48);
    }
}

// Two halves of the block each with a barrier of their own, different numbers of times.
TEST(parts_of_a_block) {
    PtxRun run = {
        .body =
            ".shared .align 4 .b32 s[128]; mov.u64 %x0, s; mad.wide.u32 %x1, %i, 4, %x0; mov.u32 %r0, %i; "
            "mov.u32 %r9, 0;\n"
            "setp.ge.u32 %p0, %i, 64; selp.b32 %r1, 64, 0, %p0; selp.b32 %r2, 5, 2, %p0; xor.b32 %r3, %i, "
            "32;\n"
            "mad.wide.u32 %x2, %r3, 4, %x0; @%p0 bra second;\n"
            "first: st.shared.u32 [%x1], %r0; bar.sync 1, 64; ld.shared.u32 %r4, [%x2]; bar.sync 1, 64;\n"
            "add.u32 %r0, %r0, %r4; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, %r2; @%p1 bra first; bra.uni "
            "join;\n"
            "second: st.shared.u32 [%x1], %r0; bar.sync 2, 64; ld.shared.u32 %r4, [%x2]; bar.sync 2, 64;\n"
            "add.u32 %r0, %r0, %r4; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, %r2; @%p1 bra second;\n"
            "join: cvt.u64.u32 %x3, %r0; st.u64 [%mine], %x3;",
        .block = {128},
        .out_count = 128};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 128; i++) CHECK_EQ(run.out[i], ((i ^ 32) + i) << (i < 64 ? 1 : 4));
}

// Producers put down data and go on (bar.arrive); consumers wait for them (bar.sync).
TEST(producers_and_consumers) {
    PtxRun run = {
        .body =
            ".shared .align 4 .b32 s[64]; mov.u64 %x0, s; and.b32 %r1, %i, 63; mad.wide.u32 %x1, %r1, 4, "
            "%x0;\n"
            "setp.ge.u32 %p0, %i, 64; @%p0 bra consume; mul.lo.u32 %r2, %i, 5; st.shared.u32 [%x1], %r2;\n"
            "membar.cta; bar.arrive 4, 128; mov.u64 %x3, 1; bra.uni join;\n"
            "consume: bar.sync 4, 128; sub.u32 %r3, 63, %r1; mad.wide.u32 %x2, %r3, 4, %x0; ld.shared.u32 "
            "%x3, [%x2];\n"
            "join: st.u64 [%mine], %x3;",
        .block = {128},
        .out_count = 128};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 128; i++) CHECK_EQ(run.out[i], i < 64 ? 1 : (127 - i) * 5);
}

TEST(warp_barrier) {
    PtxRun run = {.body = ".shared .align 4 .b32 s[64]; mov.u64 %x0, s; mad.wide.u32 %x1, %i, 4, %x0; "
                          "st.shared.u32 [%x1], %i;\n"
                          "bar.warp.sync -1; xor.b32 %r1, %i, 21; mad.wide.u32 %x1, %r1, 4, %x0; "
                          "ld.shared.u32 %x2, [%x1];\n"
                          "setp.lt.u32 %p0, %r1, 1000; @%p0 bar.warp.sync 0xffffffff; st.u64 [%mine], %x2;",
                  .block = {64},
                  .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], i ^ 21);
}

// Warps that have left the kernel are not waited for. Before compute capability 7.0 the check says that they are
// missing.
TEST(after_some_warps_have_left) {
    PtxRun run = {.body = "mov.u64 %x0, 1; st.u64 [%mine], %x0; setp.ge.u32 %p0, %i, 64; @%p0 ret;\n"
                          "bar.sync 0; mov.u64 %x0, 2; st.u64 [%mine], %x0;",
                  .block = {128},
                  .out_count = 128,
                  .major = 6,
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_BARRIER);
    CHECK_EQ(run.error, 0);
    CHECK(!run.departure);
    run.major = 9, run.expects_finding = false;
    if (!run_ptx(&run)) return;
    CHECK(run.departure);
    for (u32 i = 0; i < 128; i++) CHECK_EQ(run.out[i], i < 64 ? 2 : 1);
}

TEST(fences_change_nothing) {
    CHECK_EACH("membar.gl; membar.sys; fence.acq_rel.gpu; fence.sc.cta; fence.proxy.async; mov.b32 %d, %a;",
               "ww", a);
}

CHECK_MAIN()
