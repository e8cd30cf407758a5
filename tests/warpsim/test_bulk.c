// Bulk copies, stores that arrive at an mbarrier, and mbarriers of other blocks of the cluster.
#include "tests/warpsim/check_instruction.h"

static const u64 *numbers(void) {
    static u64 list[512];
    for (u32 i = 0; i < 512; i++) list[i] = i * 3 + 1;
    return list;
}

// An mbarrier for one arrival, and 512 bytes, at %r0 and %r1. Thread 0 goes on at the next line.
#define MBARRIER                                                                                             \
    ".shared .align 16 .b8 s[1024]; .shared .align 8 .b64 b; mov.u32 %r0, b; mov.u32 %r1, s; setp.ne.u32 "   \
    "%p0, %thread_, 0;\n@!%p0 mbarrier.init.shared::cta.b64 [b], 1; fence.mbarrier_init.release.cluster;\n"  \
    "bar.sync 0; @%p0 bra others;\n"
#define WAIT "others: mbarrier.try_wait.parity.shared::cta.b64 %p1, [b], 0; @!%p1 bra others;\n"
// Thread i reads the word that stands at 63 - i.
#define READ_BACK                                                                                            \
    "sub.u32 %r2, 63, %thread_; mad.lo.u32 %r2, %r2, 8, %r1; ld.shared.u64 %x1, [%r2]; st.u64 [%mine], %x1;"

// A branch depends on it; nobody knows what it finds.
#define READ                                                                                                 \
    "sub.u32 %r2, 63, %thread_; mad.lo.u32 %r2, %r2, 8, %r1; ld.shared.u64 %x1, [%r2]; "                     \
    "setp.eq.u64 %p7, %x1, 1; @%p7 bra read; read:"

static void check_words(const char *body, u64 (*expected)(u32)) {
    PtxRun run = {.body = body, .block = {64}, .in = numbers(), .in_count = 512, .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], expected(i));
}

static u64 backwards(u32 i) {
    return (63 - i) * 3 + 1;
}

TEST(to_shared_memory) {
    check_words(MBARRIER
                "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [b], 512;\n"
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%in], 512, "
                "[%r0];\n" WAIT READ_BACK,
                backwards);
    // Two pieces, a hint, the bytes told before and apart from the arrival.
    check_words(MBARRIER
                "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [b], 512; mov.b64 %x5, 1;\n"
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%r1], "
                "[%in], 256, [%r0], %x5;\n"
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1+256], "
                "[%in+256], 256, [%r0];\nmbarrier.arrive.shared.b64 %x6, [b];\n" WAIT READ_BACK,
                backwards);
}

#define FILL                                                                                                 \
    ".shared .align 16 .b8 s[512]; mov.u32 %r1, s; mad.lo.u32 %r2, %thread_, 8, %r1; cvt.u64.u32 %x1, "      \
    "%thread_; setp.ne.u32 %p0, %thread_, 0;\n"

static u64 own_number(u32 i) {
    return i;
}

TEST(to_global_memory) {
    check_words(FILL
                "st.shared.u64 [%r2], %x1; fence.proxy.async.shared::cta; bar.sync 0; @%p0 bra end;\n"
                "cp.async.bulk.prefetch.L2.global [%in], 512;\n"
                "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], 512;\n"
                "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0; "
                "end:",
                own_number);
}

static u64 sum_of_two(u32 i) {
    return 2 * i + 7;
}
static u64 with_bit(u32 i) {
    return i | 7;
}
static u64 at_least_seven(u32 i) {
    return i > 7 ? i : 7;
}
static u64 two_halves(u32 i) {
    return (u64)(i % 2 ? 0x3c00 : 0x4000) << 16 | 0x4200; // 1 or 2, and 3
}

// Every word holds 7; the reduction adds to it, and so on.
static void check_reduction(const char *first, const char *value, const char *reductions,
                            u64 (*expected)(u32)) {
    char body[1200];
    snprintf(
        body, sizeof body,
        "%s%s st.u64 [%%mine], %%x2; %s st.shared.u64 [%%r2], %%x1; fence.proxy.async; bar.sync 0; @%%p0 bra "
        "end;\n%s cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; end:",
        FILL, first, value, reductions);
    check_words(body, expected);
}

#define REDUCE(what) "cp.reduce.async.bulk.global.shared::cta.bulk_group." what " [%out], [%r1], 512;\n"

TEST(reductions_in_global_memory) {
    const char *seven = "mov.b64 %x2, 7;";
    check_reduction(seven, "", REDUCE("add.u64") REDUCE("add.u64"), sum_of_two);
    check_reduction(seven, "", REDUCE("or.b64"), with_bit);
    check_reduction(seven, "", REDUCE("max.s64"), at_least_seven);
    check_reduction(seven, "", REDUCE("max.u32"), at_least_seven);
    // Each f16 is 1 or 2, and 3: the maximum of {1, 1.5} and {2 or 1, 3}; or 0.5 + 0.5 and 1 + 1.
    check_reduction(
        "mov.b64 %x2, 0x3c003e00;",
        "and.b64 %x3, %x1, 1; setp.eq.u64 %p2, %x3, 0; selp.b64 %x1, 0x40004200, 0x3c004200, %p2;",
        REDUCE("max.f16"), two_halves);
    check_reduction(
        "and.b64 %x3, %x1, 1; setp.eq.u64 %p2, %x3, 0; selp.b64 %x2, 0x3c003e00, 0x38003e00, %p2;",
        "mov.b64 %x1, %x2;", REDUCE("add.noftz.f16"), two_halves);
}

static void check_found(const char *body, u32 cluster, Check check, int line, const char *words) {
    PtxRun run = {.body = body,
                  .in = numbers(),
                  .in_count = 64,
                  .out_count = 64,
                  .block = {64},
                  .grid = {cluster},
                  .cluster = {cluster, 1, 1},
                  .expects_finding = true,
                  .wanted = check};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, check);
    CHECK_HAS(run.message, words);
    CHECK_EQ(run.line, line);
}

#define EXPECT "mbarrier.arrive.expect_tx.shared.b64 _, [b], 512;\n"
#define COPY(to, from, bytes)                                                                                \
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" to "], [" from "], " bytes         \
    ", [%r0];\n"

TEST(what_is_wrong) {
    // Nobody waits; or the wait is for the phase that is over already.
    check_found(MBARRIER EXPECT COPY("%r1", "%in", "512") "others: bar.sync 0; " READ, 1, CHECK_UNINITIALISED,
                6, "shared memory");
    check_found(
        MBARRIER EXPECT COPY("%r1", "%in", "512") "others: mbarrier.try_wait.parity.shared.b64 %p1, [b], "
                                                  "1;\n" READ,
        1, CHECK_UNINITIALISED, 7, "shared memory");
    // The bytes are not expected.
    check_found(MBARRIER "mbarrier.arrive.shared.b64 _, [b];\n" COPY("%r1", "%in", "512") WAIT READ, 1,
                CHECK_UNINITIALISED, 7, "shared memory");
    check_found(MBARRIER EXPECT COPY("%r1", "%in+32", "512") "others:", 1, CHECK_OUT_OF_BOUNDS, 5,
                "This would read 16 bytes, the last of them past the end");
    check_found(MBARRIER EXPECT COPY("%r1+528", "%in", "512") "others:", 1, CHECK_OUT_OF_BOUNDS, 5,
                "This would write 16 bytes at byte 1024 of shared memory");
    check_found(MBARRIER EXPECT COPY("%r1+8", "%in", "512") "others:", 1, CHECK_MISALIGNED, 5,
                "The destination address of a bulk copy must be a multiple of 16");
    check_found(MBARRIER EXPECT COPY("%r1", "%in+8", "16") "others:", 1, CHECK_MISALIGNED, 5,
                "The source address of a bulk copy");
    check_found(MBARRIER EXPECT COPY("%r1", "%in", "20") "others:", 1, CHECK_MISALIGNED, 5,
                "The size of a bulk copy must be a multiple of 16. Here the remainder is 4");
    check_found(MBARRIER EXPECT COPY("%r1", "%in", "0xfffffff0") "others:", 1, CHECK_OUT_OF_BOUNDS, 5,
                "This would read 16 bytes");
    // A barrier that nobody has initialised.
    check_found(".shared .align 8 .b64 b;\nmbarrier.arrive.shared.b64 _, [b];", 1, CHECK_UNINITIALISED, 2,
                "an mbarrier that nobody has initialised");
    check_found(".shared .align 8 .b64 b;\nmbarrier.try_wait.parity.shared.b64 %p0, [b], 0;", 1,
                CHECK_UNINITIALISED, 2, "an mbarrier that nobody has initialised");
    // Nobody has written what is copied; other warps may write it, no barrier lies between; it ends before.
    check_found(MBARRIER EXPECT
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1+512], "
                "[%r1], 512, [%r0];\nothers:",
                1, CHECK_UNINITIALISED, 5, "shared memory");
    check_found(
        FILL "@%p0 st.shared.u64 [%r2], %x1; @!%p0 "
             "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1+16], 16;\nbar.sync 0; @%p0 bra end; "
             "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1+16], 528; end:",
        1, CHECK_RACE, 2, "shared memory");
    check_found(FILL "st.shared.u64 [%r2], %x1; bar.sync 0; @%p0 bra end;\n"
                     "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], 528; end:",
                1, CHECK_OUT_OF_BOUNDS, 3, "This would read 16 bytes at byte 512 of shared memory");
}

// The next block's memory: a copy from shared memory, words, and a sum, all counted at its own mbarrier.
#define NEIGHBOUR                                                                                            \
    "mov.u32 %r8, %cluster_ctarank; mov.u32 %r9, %cluster_nctarank; add.u32 %r10, %r8, 1; rem.u32 %r10, "    \
    "%r10, "                                                                                                 \
    "%r9;\nmapa.shared::cluster.u32 %r11, %r0, %r10; mapa.shared::cluster.u32 %r12, %r1, %r10;\n"            \
    "barrier.cluster.arrive; barrier.cluster.wait;\n"
#define PAIR                                                                                                 \
    ".shared .align 16 .b8 s[128]; .shared .align 8 .b64 b; mov.u32 %r0, b; mov.u32 %r1, s;\n"               \
    "mbarrier.init.shared::cta.b64 [b], 1; st.shared.u64 [s+64], 0; mov.b64 %x0, 1000; st.shared.u64 "       \
    "[s+80], "                                                                                               \
    "%x0; " NEIGHBOUR

// `last`: from its own memory into %x2.
static void check_cluster(const char *first, const char *last, u64 (*expected)(u32)) {
    char body[2500];
    snprintf(body, sizeof body,
             "%s%s\nlook: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %%p1, [b], 0; @!%%p1 bra "
             "look;\n"
             "%s st.u64 [%%mine], %%x2; barrier.cluster.arrive; barrier.cluster.wait;",
             PAIR, first, last);
    PtxRun run = {
        .body = body, .grid = {8}, .cluster = {4, 1, 1}, .in = numbers(), .in_count = 64, .out_count = 8};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 8; i++) CHECK_EQ(run.out[i], expected(i));
}

static u64 from_the_left(u32 i) {
    return 100 + (i + 3) % 4;
}
static u64 sums_of_the_left(u32 i) {
    return 1000 + (i + 3) % 4 + (i + 3) % 4 * 10 + 3;
}
static u64 always_four(u32 i) {
    return 4 + 0 * i;
}

TEST(other_blocks) {
    check_cluster(
        "add.u32 %r13, %r8, 100; cvt.u64.u32 %x1, %r13; st.shared.u64 [s], %x1; st.shared.u64 [s+8], "
        "%x1;\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [b], 16; add.u32 %r14, %r12, 16;\n"
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r14], [%r1], 16, "
        "[%r11];",
        "ld.shared.u64 %x2, [s+16];", from_the_left);
    // A word, four words, a sum; the neighbour says how many bytes will come, and arrives.
    check_cluster(
        "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r11], 32; cvt.u64.u32 %x1, %r8;\n"
        "mul.lo.u32 %r15, %r8, 10;\n"
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%r12+96], {%r8, %r8, %r8, %r15}, "
        "[%r11];\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [%r12+64], 3, [%r11];\n"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%r12+80], %x1, "
        "[%r11];",
        "ld.shared.u64 %x2, [s+80]; ld.shared.u32 %r20, [s+108]; cvt.u64.u32 %x3, %r20; add.u64 %x2, %x2, "
        "%x3; "
        "ld.shared.u64 %x3, [s+64]; add.u64 %x2, %x2, %x3;",
        sums_of_the_left);
    // Block 0 sends to all four.
    check_cluster(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [b], 16; setp.ne.u32 %p3, %r8, 0; @%p3 bra look;\n"
        "mov.b16 %h0, 15; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%r1], [%in], 16, [%r0], %h0;",
        "ld.shared.u64 %x2, [s+8];", always_four);
}

TEST(mistakes_between_blocks) {
    check_found(PAIR
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r12], [s+64], 16, "
                "[%r0];",
                2, CHECK_BARRIER, 5, "in another block's shared memory than its destination");
    check_found(PAIR "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r12+160], 1, [%r11];\n"
                     "barrier.cluster.arrive; barrier.cluster.wait;",
                2, CHECK_OUT_OF_BOUNDS, 5, "of the cluster; a block has 136 bytes");
}

CHECK_MAIN()
