// cp.async with its groups and waits, and mbarrier.
#include "tests/warpsim/check_instruction.h"

static const u64 *numbers(void) {
    static u64 list[512];
    for (u32 i = 0; i < 512; i++) list[i] = i * 3 + 1;
    return list;
}

// Each thread copies 16 bytes; after the wait another reads them.
static void check_copy(const char *copy, const char *wait, u64 (*expected)(u32)) {
    char body[1200];
    snprintf(body, sizeof body,
             ".shared .align 16 .b8 s[1024]; mov.u32 %%r0, s; mad.lo.u32 %%r1, %%i, 16, %%r0; mad.wide.u32 "
             "%%x0, %%i, 16, "
             "%%in;\n%s\n%s bar.sync 0;\nxor.b32 %%r2, %%i, 63; mad.lo.u32 %%r2, %%r2, 16, %%r0; "
             "ld.shared.u64 %%x1, [%%r2+8]; "
             "st.u64 [%%mine], %%x1;",
             copy, wait);
    PtxRun run = {.body = body, .block = {64}, .in = numbers(), .in_count = 512, .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], expected(i ^ 63));
}

static u64 second_word(u32 i) {
    return (2 * i + 1) * 3 + 1;
}

static u64 zero(u32 i) {
    return i * 0;
}

TEST(copies) {
    const char *all = "cp.async.wait_all;", *group = "cp.async.commit_group; cp.async.wait_group 0;";
    check_copy("cp.async.ca.shared.global [%r1], [%x0], 16;", all, second_word);
    check_copy("cp.async.cg.shared.global.L2::128B [%r1], [%x0], 16;", group, second_word);
    check_copy(
        "cp.async.ca.shared.global [%r1], [%x0], 8; cp.async.ca.shared::cta.global [%r1+8], [%x0+8], 8, 8;",
        group, second_word);
    check_copy(
        "cp.async.ca.shared.global [%r1+8], [%x0+8], 4; cp.async.ca.shared.global [%r1+12], [%x0+12], 4;",
        group, second_word);
    check_copy("mov.u32 %r5, 8; cp.async.cg.shared.global [%r1], [%x0], 16, %r5;", all, zero);
}

// Two groups: the wait that allows one sees the first of them, and not yet the second.
TEST(groups) {
    PtxRun run = {.body = ".shared .align 16 .b64 s[2]; st.shared.u64 [s], 7; st.shared.u64 [s+8], 7;\n"
                          "cp.async.ca.shared.global [s], [%in], 8; cp.async.commit_group;\n"
                          "cp.async.ca.shared.global [s+8], [%in+8], 8; cp.async.commit_group;\n"
                          "cp.async.wait_group 1; ld.shared.u64 %x0, [s]; cp.async.wait_group 0; "
                          "ld.shared.u64 %x1, [s+8];\n"
                          "st.u64 [%out], %x0; st.u64 [%out+8], %x1;",
                  .in = numbers(),
                  .in_count = 4,
                  .out_count = 2};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0], 1);
    CHECK_EQ(run.out[1], 4);
}

static void check_found(const char *body, Check check) {
    PtxRun run = {.body = body,
                  .in = numbers(),
                  .in_count = 64,
                  .out_count = 64,
                  .block = {64},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, check);
}

#define OWN_WORD                                                                                             \
    ".shared .align 8 .b64 s[64]; mov.u32 %r0, s; mad.lo.u32 %r1, %i, 8, %r0; mad.wide.u32 %x0, %i, 8, "     \
    "%in;\n"                                                                                                 \
    "cp.async.ca.shared.global [%r1], [%x0], 8;\n"

// It decides a branch; what it holds nobody knows.
#define USED "setp.eq.u64 %p0, %x1, 1; @%p0 bra used; used:"

TEST(what_is_forgotten) {
    // No wait: the word has not been written.
    check_found(OWN_WORD "cp.async.commit_group; ld.shared.u64 %x1, [%r1]; " USED, CHECK_UNINITIALISED);
    // A wait that allows the only group; and one for a group that was not committed.
    check_found(OWN_WORD "cp.async.commit_group; cp.async.wait_group 1; ld.shared.u64 %x1, [%r1]; " USED,
                CHECK_UNINITIALISED);
    check_found(OWN_WORD "cp.async.wait_group 0; ld.shared.u64 %x1, [%r1]; " USED, CHECK_UNINITIALISED);
    // A wait without a barrier: another warp's word.
    check_found(
        OWN_WORD
        "cp.async.wait_all; xor.b32 %r2, %i, 32; mad.lo.u32 %r2, %r2, 8, %r0; ld.shared.u64 %x1, [%r2]; "
        "setp.eq.u64 %p0, %x1, 1; @%p0 bra used; used: bar.sync 0; ld.shared.u64 %x1, [%r2];",
        CHECK_UNINITIALISED);
    check_found("cp.async.ca.shared.global [4096], [%in], 8; cp.async.wait_all;", CHECK_OUT_OF_BOUNDS);
}

#define FILLED                                                                                                 \
    ".shared .align 8 .b64 s[64]; mov.u32 %r0, s; mad.lo.u32 %r1, %i, 8, %r0; mad.wide.u32 %x0, %i, 8, %in;\n" \
    "xor.b32 %r2, %i, 32; mad.lo.u32 %r2, %r2, 8, %r0; st.shared.u64 [%r1], %x0; bar.sync 0;\n"
#define OVER "cp.async.ca.shared.global [%r1], [%x0], 8;\n"

// The old value is still there, and by luck: it may be the new one.
TEST(what_is_started_too_early) {
    check_found(FILLED OVER "ld.shared.u64 %x1, [%r1]; " USED " cp.async.wait_all;", CHECK_UNINITIALISED);
    // Another warp's, behind a barrier.
    check_found(FILLED OVER "bar.sync 0; ld.shared.u64 %x1, [%r2]; " USED " bar.sync 0; cp.async.wait_all;",
                CHECK_UNINITIALISED);
    // Another warp has read it, and no barrier has come since; one comes before the wait.
    check_found(FILLED "ld.shared.u64 %x1, [%r2]; " USED OVER " bar.sync 0; cp.async.wait_all;", CHECK_RACE);
}

TEST(what_is_started_in_time) {
    PtxRun run = {.body = FILLED "ld.shared.u64 %x1, [%r2]; bar.sync 0; " OVER
                                 "cp.async.wait_all; bar.sync 0; ld.shared.u64 %x1, [%r2]; "
                                 "mad.wide.u32 %x2, %i, 8, %out; st.global.u64 [%x2], %x1;",
                  .in = numbers(),
                  .in_count = 64,
                  .out_count = 64,
                  .block = {64}};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], numbers()[i ^ 32]);
}

// All threads copy the same word to one place: whoever is last, it holds the same.
TEST(copies_of_one_value) {
    PtxRun run = {.body = FILLED
                  "cp.async.ca.shared.global [%r0], [%in], 8; cp.async.wait_all; bar.sync 0; "
                  "ld.shared.u64 %x1, [%r0]; mad.wide.u32 %x2, %i, 8, %out; st.global.u64 [%x2], %x1;",
                  .in = numbers(),
                  .in_count = 64,
                  .out_count = 64,
                  .block = {64}};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], numbers()[0]);
}

// Ten phases; in each a thread leaves a value, arrives, waits, and reads another warp's.
static void check_mbarrier(const char *wait) {
    char body[1500];
    snprintf(
        body, sizeof body,
        ".shared .align 8 .b64 b; .shared .align 4 .b32 s[192]; setp.ne.u32 %%p0, %%i, 0; @%%p0 bra ready;\n"
        "mbarrier.init.shared.b64 [b], 96;\nready: bar.sync 0; mov.u32 %%r0, s; mad.lo.u32 %%r1, %%i, 4, "
        "%%r0; mov.u32 "
        "%%r2, 0; mov.u32 %%r3, 0; sub.u32 %%r4, 95, %%i; mad.lo.u32 %%r4, %%r4, 4, %%r0;\n"
        "again: and.b32 %%r5, %%r2, 1; mul.lo.u32 %%r6, %%r5, 384; add.u32 %%r7, %%r1, %%r6; add.u32 %%r8, "
        "%%i, %%r2;\n"
        "st.shared.u32 [%%r7], %%r8; mbarrier.arrive.shared::cta.b64 %%x0, [b];\n"
        "look: %s @!%%p1 bra look;\n"
        "add.u32 %%r7, %%r4, %%r6; ld.shared.u32 %%r8, [%%r7]; add.u32 %%r3, %%r3, %%r8;\n"
        "add.u32 %%r2, %%r2, 1; setp.lt.u32 %%p2, %%r2, 10; @%%p2 bra again;\n"
        "cvt.u64.u32 %%x1, %%r3; st.u64 [%%mine], %%x1;",
        wait);
    PtxRun run = {.body = body, .block = {96}, .out_count = 96};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 96; i++) CHECK_EQ(run.out[i], (95 - i) * 10 + 45);
}

TEST(barriers_in_memory) {
    check_mbarrier("mbarrier.test_wait.shared.b64 %p1, [b], %x0;");
    check_mbarrier("mbarrier.try_wait.shared::cta.b64 %p1, [b], %x0;");
    check_mbarrier("mbarrier.try_wait.parity.shared.b64 %p1, [b], %r5;");
    check_mbarrier("mbarrier.test_wait.parity.shared.b64 %p1, [b], %r5;");
}

// Waiting warps of a large block cost little: each looks once or twice in a phase. Ten phases of about ten instructions.
TEST(waiting_takes_few_looks) {
    enum { THREADS = 1024, PHASES = 10, MOST = PHASES * 20 };
    if (tests_on_gpu()) return;
    PtxRun run = {
        .body =
            ".shared .align 8 .b64 b; setp.ne.u32 %p0, %i, 0; @%p0 bra ready;\n"
            "mbarrier.init.shared.b64 [b], 1024;\nready: bar.sync 0; mov.u32 %r2, 0; mov.u32 %r10, %clock;\n"
            "again: and.b32 %r5, %r2, 1; mbarrier.arrive.shared::cta.b64 %x0, [b];\n"
            "look: mbarrier.try_wait.parity.shared.b64 %p1, [b], %r5; @!%p1 bra look;\n"
            "add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 10; @%p2 bra again;\n"
            "mov.u32 %r11, %clock; sub.u32 %r11, %r11, %r10; cvt.u64.u32 %x1, %r11; st.u64 [%mine], %x1;",
        .block = {THREADS},
        .out_count = THREADS};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < THREADS; i++) CHECK_EQ(run.out[i] <= MOST, true);
}

// A copy that arrives at the barrier when it is done.
TEST(copies_that_arrive) {
    PtxRun run = {
        .body =
            ".shared .align 8 .b64 b; .shared .align 8 .b64 s[64]; setp.ne.u32 %p0, %i, 0; @%p0 bra ready;\n"
            "mbarrier.init.shared.b64 [b], 64;\nready: bar.sync 0; mov.u32 %r0, s; mad.lo.u32 %r1, %i, 8, "
            "%r0; "
            "mad.wide.u32 %x0, %i, 8, %in;\ncp.async.ca.shared.global [%r1], [%x0], 8; "
            "cp.async.mbarrier.arrive.noinc.shared.b64 [b];\n"
            "look: mbarrier.try_wait.parity.shared.b64 %p1, [b], 0; @!%p1 bra look;\n"
            "xor.b32 %r2, %i, 63; mad.lo.u32 %r2, %r2, 8, %r0; ld.shared.u64 %x1, [%r2]; st.u64 [%mine], "
            "%x1;",
        .in = numbers(),
        .in_count = 64,
        .block = {64},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], (63 - i) * 3 + 1);
}

CHECK_MAIN()
