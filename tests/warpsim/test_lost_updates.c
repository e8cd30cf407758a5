// Updates by a volatile load and a volatile store: lost when others come between, found where that changes the result.
#include "tests/warpsim/check_instruction.h"

static Warpsim *used;
static bool lost;

static void interleave(Warpsim *s, u64 *in) {
    (void)in;
    used = s;
    warpsim_set_schedule(s, WARPSIM_INTERLEAVED);
}

static void look_for_lost(void) {
    lost = warpsim_lost_updates(used);
}

// Runs it with all others between a load and what follows it. Returns the first word that comes back.
static u64 interleaved(const char *declarations, const char *body, u32 blocks, u32 threads) {
    PtxRun run = {.declarations = declarations,
                  .body = body,
                  .grid = {blocks},
                  .block = {threads},
                  .out_count = 1,
                  .prepare = interleave,
                  .finish = look_for_lost};
    lost = false;
    return run_ptx(&run) ? run.out[0] : ~0ull;
}

enum { BLOCKS = 5, THREADS = 96, WARPS = THREADS / 32 };
#define FIRST_LANE                                                                                           \
    "mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 31; setp.ne.u32 %p0, %r1, 0; mov.u64 %x0, word; @%p0 bra out;\n"
#define WORD ".global .b64 word = 7;\n"

TEST(updates_in_global_memory_are_lost) {
    if (tests_on_gpu()) return;
    interleaved(WORD,
                FIRST_LANE
                "ld.volatile.global.u64 %x1, [%x0]; add.u64 %x1, %x1, 1; st.volatile.global.u64 [%x0], "
                "%x1; out:",
                BLOCKS, THREADS);
    CHECK_EQ(lost, true);
    interleaved(WORD,
                FIRST_LANE
                "ld.relaxed.gpu.u64 %x1, [%x0]; add.u64 %x1, %x1, 1; st.relaxed.gpu.u64 [%x0], %x1; "
                "out:",
                BLOCKS, 32); // one warp of each block
    CHECK_EQ(lost, true);
}

TEST(updates_in_shared_memory_are_lost) {
    if (tests_on_gpu()) return;
    interleaved(
        NULL,
        ".shared .align 4 .b32 s; mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 31; setp.ne.u32 %p0, %r1, 0;\n"
        "setp.ne.u32 %p1, %r0, 0; @%p1 bra ready; st.volatile.shared.u32 [s], 0; ready: bar.sync 0; @%p0 "
        "bra out;\n"
        "ld.volatile.shared.u32 %r2, [s]; add.u32 %r2, %r2, 1; st.volatile.shared.u32 [s], %r2; out:",
        1, THREADS);
    CHECK_EQ(lost, true);
}

// Flags that are waited for, flags that all set alike, updates that a lock or the turn keeps apart.
TEST(right_programs_lose_nothing) {
    if (tests_on_gpu()) return;
    interleaved(WORD,
                FIRST_LANE "ld.volatile.global.u64 %x1, [%x0]; setp.eq.u64 %p1, %x1, 1; @%p1 bra out; "
                           "st.volatile.global.u64 [%x0], 1; out:",
                BLOCKS, THREADS);
    CHECK_EQ(lost, false);
    // Each block waits for its number, and then lets the next one go on.
    CHECK_EQ(interleaved(
                 ".global .b64 word;\n",
                 "mov.u32 %r0, %tid.x; setp.ne.u32 %p0, %r0, 0; mov.u64 %x0, word; mov.u32 %r1, %ctaid.x;\n"
                 "cvt.u64.u32 %x2, %r1; @%p0 bra out; again: ld.volatile.global.u64 %x1, [%x0];\n"
                 "setp.ne.u64 %p1, %x1, %x2; @%p1 bra again; membar.gl; add.u64 %x1, %x1, 1;\n"
                 "st.volatile.global.u64 [%x0], %x1; st.volatile.global.u64 [%out], %x1; out:",
                 BLOCKS, 32),
             BLOCKS);
    CHECK_EQ(lost, false);
    // A lock.
    CHECK_EQ(interleaved(".global .b64 word; .global .b32 lock;\n",
                         FIRST_LANE
                         "mov.u64 %x3, lock; again: atom.global.cas.b32 %r2, [%x3], 0, 1; setp.ne.u32 "
                         "%p1, %r2, 0;\n@%p1 bra again; membar.gl; ld.volatile.global.u64 %x1, [%x0]; "
                         "add.u64 %x1, %x1, 1;\nst.volatile.global.u64 [%x0], %x1; "
                         "st.volatile.global.u64 [%out], %x1; membar.gl;\n"
                         "st.volatile.global.u32 [%x3], 0; out:",
                         BLOCKS, THREADS),
             BLOCKS * WARPS);
    CHECK_EQ(lost, false);
    // A compare-and-swap that starts from a volatile load.
    interleaved(WORD,
                FIRST_LANE
                "again: ld.volatile.global.u64 %x1, [%x0]; add.u64 %x2, %x1, 1;\n"
                "atom.global.cas.b64 %x3, [%x0], %x1, %x2; setp.ne.u64 %p1, %x3, %x1; @%p1 bra again; "
                "out:",
                BLOCKS, THREADS);
    CHECK_EQ(lost, false);
}

CHECK_MAIN()
