// Threads that wait for others: blocks for blocks, warps for warps.
#include "tests/warpsim/check_instruction.h"

// The first thread of a block adds 1 to a counter and looks until all blocks have done so; what is there
// before is there for all behind.
static const char barrier_by_hand[] = ".global .b32 arrived; .global .b64 before[500];\n";

static void check_all_arrive(const char *look, u32 blocks) {
    char body[1500];
    snprintf(
        body, sizeof body,
        "mov.u32 %%r0, %%nctaid.x; mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%tid.x; mul.wide.u32 %%x0, %%r1, "
        "8;\n"
        "mov.u64 %%x1, before; add.u64 %%x1, %%x1, %%x0; mov.u64 %%x2, arrived; setp.ne.u32 %%p0, %%r2, 0;\n"
        "cvt.u64.u32 %%x3, %%r1; mul.lo.u64 %%x3, %%x3, 3; @%%p0 bra wait; st.global.u64 [%%x1], %%x3; "
        "membar.gl;\n"
        "atom.global.add.u32 %%r3, [%%x2], 1;\n"
        "again: %s setp.lt.u32 %%p1, %%r4, %%r0; @%%p1 bra again; membar.gl;\n"
        "wait: bar.sync 0; sub.u32 %%r5, %%r0, 1; sub.u32 %%r5, %%r5, %%r1; mov.u64 %%x4, before; "
        "mad.wide.u32 "
        "%%x4, %%r5, 8, %%x4;\nld.global.u64 %%x5, [%%x4]; st.u64 [%%mine], %%x5;",
        look);
    PtxRun run = {.declarations = barrier_by_hand,
                  .body = body,
                  .grid = {blocks},
                  .block = {64},
                  .out_count = 64 * blocks};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64 * blocks; i++) CHECK_EQ(run.out[i], 3 * (blocks - 1 - i / 64));
}

TEST(blocks_that_wait_for_all_others) {
    check_all_arrive("ld.acquire.gpu.u32 %r4, [%x2];", 60);
    check_all_arrive("ld.volatile.global.u32 %r4, [%x2];", 100);
    check_all_arrive("ld.relaxed.gpu.global.u32 %r4, [%x2]; nanosleep.u32 100;", 3);
    check_all_arrive("atom.global.add.u32 %r4, [%x2], 0;", 20);
    check_all_arrive("atom.global.cas.b32 %r4, [%x2], 0, 0; nanosleep.u32 20;", 20);
}

// What grid.sync() of cooperative groups compiles to, twice.
#define GRID_BARRIER(n)                                                                                      \
    "barrier.sync 0; @%p0 bra w" n                                                                           \
    "; setp.eq.u32 %p1, %r1, 0; mov.u32 %r5, 0x80000001; sub.u32 %r5, %r5, %r0;\n"                           \
    "selp.b32 %r5, %r5, 1, %p1; atom.add.release.gpu.u32 %r6, [%x2], %r5;\n"                                 \
    "a" n ": ld.acquire.gpu.u32 %r4, [%x2]; xor.b32 %r7, %r4, %r6; setp.gt.s32 %p2, %r7, -1; @%p2 bra a" n   \
    ";\n"                                                                                                    \
    "w" n ": barrier.sync 0;\n"

TEST(grid_barrier) {
    PtxRun run = {
        .body =
            "mov.u32 %r0, %nctaid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; setp.ne.u32 %p0, %r2, 0;\n"
            "mov.u32 %r8, %envreg1; mov.u32 %r9, %envreg2; mov.b64 %x2, {%r9, %r8}; add.u64 %x2, %x2, 4;\n"
            "cvt.u64.u32 %x3, %i; st.u64 [%mine], %x3;\n" GRID_BARRIER(
                "0") "mad.lo.u32 %r10, %r0, 32, -1; sub.u32 %r10, %r10, %i; mad.wide.u32 %x4, %r10, 8, "
                     "%out;\n"
                     "ld.u64 %x5, [%x4];\n" GRID_BARRIER("1") "st.u64 [%mine], %x5;",
        .grid = {150},
        .block = {32},
        .out_count = 4800,
        .cooperative = true};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 4800; i++) CHECK_EQ(run.out[i], 4799 - i);
}

// More blocks than the GPU has room for can never meet: the launch is refused, and without the flag is
// stopped.
TEST(too_many_blocks) {
    PtxRun run = {.body = "mov.u64 %x0, 1; st.u64 [%out], %x0;",
                  .grid = {132 * 2 + 1},
                  .block = {1024},
                  .out_count = 1,
                  .cooperative = true};
    if (tests_on_gpu()) return;
    CHECK_EQ(run_ptx_once(&run, 0), true);
    CHECK_EQ(run.error, cudaErrorCooperativeLaunchTooLarge);
    run.grid[0]--;
    CHECK_EQ(run_ptx_once(&run, 0), true);
    CHECK_EQ(run.error, 0);
}

TEST(blocks_that_wait_for_ever) {
    PtxRun run = {.body =
                      "again:\nld.volatile.global.u64 %x0, [%in];\nsetp.eq.u64 %p0, %x0, 0;\n@%p0 bra again;",
                  .in = (const u64[]){0},
                  .in_count = 1,
                  .grid = {300},
                  .block = {32},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_TIMEOUT);
}

// Threads that look for what never comes, and give up: a loop that counts comes to its end.
TEST(blocks_that_give_up_waiting) {
    PtxRun run = {
        .body = "mov.u32 %r0, 0;\nagain: ld.volatile.global.u64 %x0, [%in]; add.u32 %r0, %r0, 1; setp.eq.u64 "
                "%p0, %x0, 0; setp.lt.and.u32 %p1, %r0, 20000, %p0; @%p1 bra again;\n"
                "cvt.u64.u32 %x1, %r0; st.u64 [%mine], %x1;",
        .in = (const u64[]){0},
        .in_count = 1,
        .grid = {3},
        .block = {32},
        .out_count = 96};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 96; i++) CHECK_EQ(run.out[i], 20000);
}

// Warps of one block: the first waits for a word that the last one sets.
TEST(warps_that_wait_for_a_warp) {
    PtxRun run = {
        .body =
            ".shared .align 4 .b32 flag; setp.eq.u32 %p0, %i, 0; @%p0 st.shared.u32 [flag], 0; bar.sync 0;\n"
            "setp.ge.u32 %p1, %i, 224; @%p1 bra set;\n"
            "again: ld.volatile.shared.u32 %r0, [flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra again; bra.uni "
            "end;\nset: mov.u32 %r0, 9; st.volatile.shared.u32 [flag], 9;\n"
            "end: cvt.u64.u32 %x0, %r0; st.u64 [%mine], %x0;",
        .block = {256},
        .out_count = 256};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 256; i++) CHECK_EQ(run.out[i], 9);
}

// Time goes on while a thread sleeps: the simulator's at least so long, a GPU's somewhere between nothing and
// twice that.
TEST(sleep) {
    PtxRun run = {.body = "mov.u64 %x0, %globaltimer; nanosleep.u32 5000; mov.u64 %x1, %globaltimer; sub.u64 "
                          "%x0, %x1, %x0; st.u64 [%mine], %x0;",
                  .block = {32},
                  .out_count = 32};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 32; i++) CHECK_EQ((int64_t)run.out[i] >= (tests_on_gpu() ? 0 : 2000), true);
}

CHECK_MAIN()
