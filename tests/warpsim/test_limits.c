// The widths of the simulator's own records, at their ends: docs/simulator.md lists them.
#include "tests/warpsim/run_ptx.h"

// Each lane writes its word, %r10 rounds of __syncwarp() pass, and it reads its neighbour's.
#define WRITE_ROUNDS_READ(space, place, rounds)                                                              \
    place "st." space ".u32 [%x0], %i;\n"                                                                    \
          "mov.u32 %r9, 0;\n"                                                                                \
          "again: bar.warp.sync -1; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, " rounds                      \
          "; @%p1 bra again;\n"                                                                              \
          "xor.b32 %r1, %i, 1; sub.s32 %r1, %r1, %i; mad.wide.s32 %x1, %r1, 4, %x0;\n"                       \
          "ld." space ".u32 %r2, [%x1]; cvt.u64.u32 %x2, %r2;\n"
#define IN_SHARED "mov.u32 %r0, words; cvt.u64.u32 %x0, %r0; mad.wide.u32 %x0, %i, 4, %x0;\n"
#define IN_GLOBAL "mad.wide.u32 %x0, %i, 4, %out;\n"
#define WORDS     ".shared .align 4 .b32 words[64];"

// A race record has 12 bits for the warp's epoch.
TEST(warp_barriers_around_4096) {
    static const char *const bodies[] = {
        WRITE_ROUNDS_READ("shared", IN_SHARED, "4095") "st.u64 [%mine], %x2;",
        WRITE_ROUNDS_READ("shared", IN_SHARED, "4096") "st.u64 [%mine], %x2;",
        WRITE_ROUNDS_READ("shared", IN_SHARED, "4097") "st.u64 [%mine], %x2;",
        WRITE_ROUNDS_READ("shared", IN_SHARED, "8192") "st.u64 [%mine], %x2;",
        WRITE_ROUNDS_READ("global", IN_GLOBAL, "4096"),
        WRITE_ROUNDS_READ("global", IN_GLOBAL, "12288")};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        PtxRun run = {.declarations = WORDS, .body = bodies[i], .block = {32}, .out_count = 32};
        if (!run_ptx(&run)) return;
        CHECK(!run.found);
    }
}

TEST(races_behind_4096_warp_barriers) {
    // Of the same lanes, with no barrier between.
    PtxRun same = {.declarations = WORDS, .block = {32}, .out_count = 32, .expects_finding = true};
    same.body =
        "mov.u32 %r9, 0;\n"
        "again: bar.warp.sync -1; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 5000; @%p1 bra again;\n" IN_SHARED
        "st.shared.u32 [%x0], %i; xor.b32 %r1, %i, 1; sub.s32 %r1, %r1, %i;\n"
        "mad.wide.s32 %x1, %r1, 4, %x0; ld.shared.u32 %r2, [%x1];";
    if (!run_ptx(&same)) return;
    CHECK_EQ(same.check, CHECK_RACE);
    // Of another warp: what one warp's barriers order says nothing of the other.
    static const char *const bodies[] = {
        IN_SHARED
        "setp.ge.u32 %p0, %i, 32; @%p0 bra other; mov.u32 %r9, 0; st.shared.u32 [%x0], %i;\n"
        "again: bar.warp.sync -1; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 5000; @%p1 bra again;\n"
        "bra.uni end; other: ld.shared.u32 %r2, [%x0 + -128]; end:",
        IN_SHARED
        "setp.ge.u32 %p0, %i, 32; @%p0 bra other; mov.u32 %r9, 0;\n"
        "again: bar.warp.sync -1; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 5000; @%p1 bra again;\n"
        "st.shared.u32 [%x0], %i; bra.uni end; other: st.shared.u32 [%x0 + -128], %i; end:",
        IN_GLOBAL
        "setp.ge.u32 %p0, %i, 32; @%p0 bra other; mov.u32 %r9, 0;\n"
        "again: bar.warp.sync -1; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 5000; @%p1 bra again;\n"
        "st.global.u32 [%x0], %i; bra.uni end; other: st.global.u32 [%x0 + -128], %i; end:"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        PtxRun run = {.declarations = WORDS,
                      .body = bodies[i],
                      .block = {64},
                      .out_count = 64,
                      .expects_finding = true};
        if (!run_ptx(&run)) return;
        CHECK_EQ(run.check, CHECK_RACE);
    }
}

// A worker's phase numbers: here as few as a test has time for.
static void few_phase_numbers(Warpsim *s, u64 *in) {
    (void)in;
    s->phase_most = 300;
}

#define BARRIERS(count)                                                                                      \
    "mov.u32 %r9, 0;\n"                                                                                      \
    "again: bar.sync 0; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, " count "; @%p1 bra again;\n"

TEST(more_barriers_than_phase_numbers) {
    static const struct {
        const char *name, *body;
        u32 blocks;
        bool races;
    } cases[] = {
        {"one phase to the next, shared",
         IN_SHARED "st.shared.u32 [%x0], %i;" BARRIERS(
             "1000") "xor.b32 %r1, %i, 32; sub.s32 %r1, %r1, %i;"
                     "mad.wide.s32 %x1, %r1, 4, %x0; ld.shared.u32 %r2, [%x1];",
         1, false},
        {"one phase to the next, global",
         IN_GLOBAL "st.global.u32 [%x0], %i;" BARRIERS(
             "1000") "xor.b32 %r1, %i, 32; sub.s32 %r1, %r1, %i;"
                     "mad.wide.s32 %x1, %r1, 4, %x0; ld.global.u32 %r2, [%x1]; st.global.u32 [%x0 + 256], %r2;",
         1, false},
        {"in one phase, shared",
         IN_SHARED "st.shared.u32 [%x0], %i;" BARRIERS(
             "1000") "st.shared.u32 [%x0], %i; xor.b32 %r1, %i, 32; sub.s32 %r1, %r1, %i;"
                     "mad.wide.s32 %x1, %r1, 4, %x0; ld.shared.u32 %r2, [%x1];",
         1, true},
        {"in one phase, global",
         IN_GLOBAL BARRIERS(
             "1000") "st.global.u32 [%x0], %i; xor.b32 %r1, %i, 32; sub.s32 %r1, %r1, %i;"
                     "mad.wide.s32 %x1, %r1, 4, %x0; ld.global.u32 %r2, [%x1]; st.global.u32 [%x0 + 256], %r2;",
         1, true},
        {"two blocks, the first early",
         "mov.u32 %r3, %ctaid.x; setp.eq.u32 %p2, %r3, 0; @%p2 st.global.u32 [%out], %r3;" BARRIERS(
             "1000") "@!%p2 st.global.u32 [%out], %r3;",
         2, true},
        {"two blocks, words of one group",
         "mov.u32 %r3, %ctaid.x; add.u32 %r4, %r3, 1; setp.eq.u32 %p3, %thread_, 5; setp.eq.u32 %p4, %thread_, 40;"
         "@%p3 st.global.u32 [%out], %r4; @%p4 st.global.u32 [%out + 4], %r4;" BARRIERS("1000") "",
         2, true},
        {"a block that comes first reads, another writes",
         "mov.u32 %r3, %ctaid.x; setp.eq.u32 %p2, %r3, 0; @%p2 ld.global.u32 %r4, [%out];" BARRIERS(
             "1000") "@!%p2 st.global.u32 [%out], %r3; @%p2 st.global.u32 [%out + 8], %r4;",
         2, true},
        {"each its own", "st.u64 [%mine], %x0;" BARRIERS("1000") "ld.u64 %x0, [%mine];", 40, false},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const bool races = cases[i / 2].races;
        PtxRun run = {.declarations = WORDS,
                      .body = cases[i / 2].body,
                      .grid = {cases[i / 2].blocks},
                      .block = {64},
                      .out_count = 64 * cases[i / 2].blocks,
                      .prepare = few_phase_numbers,
                      .spread = i % 2,
                      .expects_finding = races};
        const bool ran = run_ptx(&run);
        if (check_skipped) return;
        const bool good = ran && (!races || run.check == CHECK_RACE);
        if (!good) check_fail_format(__FILE__, __LINE__, "%s, %zu workers", cases[i / 2].name, 1 + i % 2);
    }
}

// Blocks that write one word, with a fence that orders nothing: a race, where vector clocks judge it (happens_before.h).
static const char one_word_of_all[] =
    ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry kernel(.param .b64 out) {\n"
    ".reg .pred %p; .reg .b32 %r<2>; .reg .b64 %out;\n"
    "ld.param.b64 %out, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; setp.eq.u32 %p, %r0, 0;\n"
    "membar.gl; @%p st.global.u32 [%out], %r1; ret;\n}\n";

// The same of the last two blocks, where each thread has loaded a word of its own before.
static const char one_word_of_the_last[] =
    ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry kernel(.param .b64 out) {\n"
    ".reg .pred %p, %q; .reg .b32 %r<6>; .reg .b64 %out, %own;\n"
    "ld.param.b64 %out, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %nctaid.x;\n"
    "mad.lo.u32 %r4, %r1, %r2, %r0; mad.wide.u32 %own, %r4, 4, %out; ld.global.u32 %r4, [%own+4];\n"
    "setp.eq.u32 %p, %r0, 0; add.u32 %r5, %r1, 2; setp.ge.and.u32 %q, %r5, %r3, %p;\n"
    "membar.gl; @%q st.global.u32 [%out], %r1; ret;\n}\n";

static bool blocks_race_in(const char *ptx, size_t size, u32 blocks, u32 threads, u64 bytes) {
    static GpuDescription gpu;
    char error[500] = "";
    CHECK(gpu_read_file("grader/gpus/h200.gpu", &gpu, error, sizeof error));
    Warpsim *s = warpsim_new(&gpu, 1, true);
    Allocation *out = arena_allocate(s->arena, bytes);
    out->initialised = true;
    CHECK(warpsim_load(s, ptx, size, error, sizeof error));
    CHECK_EQ(warpsim_launch(s, &(WarpsimLaunch){.kernel = "kernel",
                                                .params = (const u8 *)&out->base,
                                                .param_size = sizeof out->base,
                                                .budget = 50000000,
                                                .grid = {blocks, 1, 1},
                                                .block = {threads, 1, 1}}),
             0);
    const Finding *f = findings_at(&s->findings, 0);
    if (f) CHECK_EQ(f->check, CHECK_RACE);
    warpsim_end(s);
    return f != NULL;
}

static bool blocks_race(u32 blocks, u32 threads, u64 bytes) {
    return blocks_race_in(one_word_of_all, sizeof one_word_of_all - 1, blocks, threads, bytes);
}

static bool last_blocks_race(u32 blocks, u32 threads, u64 bytes) {
    return blocks_race_in(one_word_of_the_last, sizeof one_word_of_the_last - 1, blocks, threads, bytes);
}

TEST(threads_that_are_judged_exactly) {
    CHECK(last_blocks_race(256, 1024, 2 << 20));
    CHECK(!last_blocks_race(257, 1024, 2 << 20));
    CHECK(blocks_race(257, 1024, 512)); // idle threads do not count
}

TEST(bytes_that_are_judged_exactly) {
    CHECK(last_blocks_race(100, 1024, 96 << 20));
    CHECK(last_blocks_race(100, 1024, (96 << 20) + 512)); // few are used
    CHECK(!last_blocks_race(129, 1024, (96 << 20) + 512));
}

CHECK_MAIN()
