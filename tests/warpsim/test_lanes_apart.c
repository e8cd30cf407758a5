// Lanes of a warp that do not meet again behind branches: what depends on their meeting shows, and nothing else does.
#include "tests/warpsim/check_instruction.h"

static void part(Warpsim *s, u64 *in) {
    (void)in;
    warpsim_set_schedule(s, WARPSIM_INTERLEAVED);
    warpsim_part_lanes(s, true);
}

// Runs it with lanes that stay apart. Returns the sum of the words that come back, one from each of 32 threads.
static u64 sum_apart(const char *declarations, const char *body) {
    PtxRun run = {.declarations = declarations,
                  .body = body,
                  .grid = {1},
                  .block = {32},
                  .out_count = 32,
                  .prepare = part};
    u64 sum = 0;
    if (!run_ptx(&run)) return ~0ull;
    for (int i = 0; i < 32; i++) sum += run.out[i];
    return sum;
}

#define STORE_OWN                                                                                            \
    "cvt.u64.u32 %x0, %r0; shl.b64 %x0, %x0, 3; add.u64 %x0, %out, %x0; cvt.u64.u32 %x1, %r9; st.global.u64 [%x0], %x1;\n"
#define LANE                "mov.u32 %r0, %tid.x;\n"
#define ONE_LANE_ON_ITS_WAY "setp.ne.u32 %p0, %r0, 5; @%p0 bra meet; add.u32 %r1, %r0, 1; meet:\n"

TEST(the_active_mask_is_of_those_who_are_here) {
    if (tests_on_gpu()) return;
    CHECK_EQ(sum_apart(NULL, LANE "activemask.b32 %r8; popc.b32 %r9, %r8;\n" STORE_OWN), 32 * 32);
    CHECK_EQ(sum_apart(NULL, LANE ONE_LANE_ON_ITS_WAY "activemask.b32 %r8; popc.b32 %r9, %r8;\n" STORE_OWN),
             31 * 31 + 1);
}

TEST(a_mask_that_is_known_brings_them_together) {
    if (tests_on_gpu()) return;
    CHECK_EQ(sum_apart(NULL, LANE ONE_LANE_ON_ITS_WAY "shfl.sync.down.b32 %r9, %r0, 1, 31, -1;\n" STORE_OWN),
             31 * 32 / 2 + 31);
    CHECK_EQ(sum_apart(NULL, LANE ONE_LANE_ON_ITS_WAY
                       "bar.warp.sync -1; vote.sync.ballot.b32 %r8, 1, -1; popc.b32 %r9, %r8;\n" STORE_OWN),
             32 * 32);
}

// Behind a barrier each lane stores its number, and reads that of the next one.
#define ROW ".shared .align 4 .b8 row[132];"
#define EXCHANGE(between)                                                                                                                                \
    ROW LANE                                                                                                                                             \
        "mov.u32 %r2, row; shl.b32 %r3, %r0, 2; add.u32 %r2, %r2, %r3; st.shared.u32 [%r2], 0; bar.sync 0; st.volatile.shared.u32 [%r2], %r0;\n" between \
        "ld.volatile.shared.u32 %r9, [%r2+4]; setp.ne.u32 %p1, %r0, 31; @%p1 bra store; mov.u32 %r9, 0; store:\n" STORE_OWN

TEST(volatile_accesses_do_not_bring_them_together) {
    if (tests_on_gpu()) return;
    CHECK_EQ(sum_apart(NULL, EXCHANGE("bar.warp.sync -1;\n")), 31 * 32 / 2);
    CHECK_EQ(sum_apart(NULL, EXCHANGE("bar.sync 0;\n")), 31 * 32 / 2);
    CHECK_EQ(sum_apart(NULL, EXCHANGE("")) < 31 * 32 / 2, true);
}

CHECK_MAIN()
