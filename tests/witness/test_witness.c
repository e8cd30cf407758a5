// Does a watched run compute what every other run does, and does it say rightly where values came from?
#include <dirent.h>

#include "grader/witness/parts.h"
#include "grader/witness/witness.h"
#include "tests/checks/kernels.h"

enum { ELEMENTS = 4096, MOST_INSTRUCTIONS = 3000000 };

// ---- The same bytes -----------------------------------------------------------------------------------------

typedef struct {
    Bench *bench;
    Witness *witness; // NULL: not wanted
    u64 buffer[16];
    int error, findings;
} Run;

static void start(Run *r, const char *file, const char *ptx, size_t size, bool watched) {
    char error[400];
    r->bench = calloc(1, sizeof *r->bench);
    r->bench->file = file;
    r->bench->budget = MOST_INSTRUCTIONS;
    CHECK(gpu_read_file("grader/gpus/h200.gpu", &r->bench->gpu, error, sizeof error));
    r->bench->s = warpsim_new(&r->bench->gpu, 1, false);
    r->witness = watched ? witness_new(r->bench->s) : NULL;
    CHECK(warpsim_load(r->bench->s, ptx, size, error, sizeof error));
}

static void end(Run *r) {
    witness_free(r->witness);
    warpsim_end(r->bench->s);
    free(r->bench);
}

// Pointers get buffers, numbers a small number. False where the kernel wants something else.
static bool arguments_of(Run *r, const Function *f, u64 *argument) {
    for (int i = 0; i < f->ptx->param_count; i++) {
        const PtxVariable *v = &f->ptx->params[i];
        if (v->size != 4 && v->size != 8) return false;
        r->buffer[i] = v->size == 8 ? bench_ints(r->bench, ELEMENTS) : 0;
        argument[i] = v->size == 8 ? r->buffer[i] : 33;
    }
    return f->ptx->param_count > 0 && f->ptx->param_count <= 8;
}

static bool run_kernel(Run *r, u32 number) {
    const Function *f = &r->bench->s->programs[0]->functions[number];
    u64 argument[16] = {0};
    if (!f->ptx->is_entry || !arguments_of(r, f, argument)) return false;
    r->error = bench_launch(r->bench, f->ptx->name, (const u32[]){2, 1, 1}, (const u32[]){48, 1, 1}, argument,
                            f->ptx->param_count);
    r->findings = r->bench->s->findings.count;
    return true;
}

static bool reads_a_clock(const Function *f) {
    for (int i = 0; i < f->ptx->code_count; i++)
        for (int k = 0; k < f->ptx->code[i].operand_count; k++) {
            const PtxOperand *o = &f->ptx->code[i].operand[k];
            if (o->kind == OPERAND_SPECIAL && (strstr(o->name, "clock") || strstr(o->name, "timer")))
                return true;
        }
    return false;
}

static int compare_kernel(const char *file, const char *ptx, size_t size, u32 number) {
    Run plain = {0}, watched = {0};
    start(&plain, file, ptx, size, false);
    start(&watched, file, ptx, size, true);
    const Function *f = &plain.bench->s->programs[0]->functions[number];
    const bool fits = !reads_a_clock(f) && run_kernel(&plain, number) && run_kernel(&watched, number);
    if (fits && (plain.error != watched.error || plain.findings != watched.findings))
        check_fail_format(__FILE__, __LINE__, "%s, %s: error %d and %d findings, watched %d and %d", file,
                          f->ptx->name, plain.error, plain.findings, watched.error, watched.findings);
    // What a kernel with findings stores may be left to chance.
    for (int i = 0; fits && !plain.error && !plain.findings && i < f->ptx->param_count; i++)
        if (plain.buffer[i] && memcmp(bench_at(plain.bench, plain.buffer[i]),
                                      bench_at(watched.bench, watched.buffer[i]), 4 * ELEMENTS))
            check_fail_format(__FILE__, __LINE__, "%s, %s: other bytes when it is watched", file,
                              f->ptx->name);
    end(&plain), end(&watched);
    return fits;
}

// What if every kernel of the tests of the checks is watched?
TEST(a_watched_kernel_makes_the_same_bytes) {
    DIR *folder = opendir(KERNELS);
    int compared = 0;
    CHECK(folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[400];
        size_t size;
        if (!strstr(entry->d_name, ".ptx")) continue;
        snprintf(path, sizeof path, KERNELS "%s", entry->d_name);
        char *ptx = read_text(path, &size);
        Run counting = {0};
        start(&counting, entry->d_name, ptx, size, false);
        const u32 count = counting.bench->s->programs[0]->function_count;
        end(&counting);
        for (u32 i = 0; i < count; i++) compared += compare_kernel(entry->d_name, ptx, size, i);
        free(ptx);
    }
    if (folder) closedir(folder);
    CHECK(compared > 60);
}

// ---- What values are made of --------------------------------------------------------------------------------

// out[t] = 2 * tile[t + 1] - in[t], with tile[t] = in[t], for the threads 0 .. 20 of 32.
static const char TILE[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
    ".reg .pred %p<2>; .reg .f32 %f<5>; .reg .b32 %r<4>; .reg .b64 %rd<8>;\n"
    ".shared .align 4 .b8 tile[128];\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];\n"
    "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "ld.global.f32 %f1, [%rd4]; mov.u64 %rd6, tile; add.s64 %rd7, %rd6, %rd3; st.shared.f32 [%rd7], %f1;\n"
    "bar.sync 0;\n"
    "setp.gt.u32 %p1, %r1, 20; @%p1 bra $L;\n"
    "ld.shared.f32 %f2, [%rd7+4]; add.f32 %f3, %f2, %f2; sub.f32 %f4, %f3, %f1; st.global.f32 [%rd5], %f4;\n"
    "$L: ret;\n}\n";

TEST(a_value_is_told_with_its_terms_and_its_way) {
    Run r = {0};
    start(&r, "tile", TILE, sizeof TILE - 1, true);
    const u64 in = bench_floats(r.bench, 32), out = bench_zeros(r.bench, 128);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    CHECK_EQ(bench_run(r.bench, "k", 1, 32, in, out), 0);
    const u64 asked[] = {5, 25};
    size_t size = 0;
    char *text = witness_account(r.witness, out, (const u32[]){32, 1, 1}, asked, 2, 0, &size);
    CHECK(text);
    CHECK(text && strstr(text, "term 2\nfactor 1 initial global in 6 "));
    CHECK(text && strstr(text, "shared tile 6 "));
    CHECK(text && strstr(text, " 0 0 0 0 6 0 0\n")); // stored there by thread 6
    CHECK(text && strstr(text, "\nvia 0 "));
    CHECK(text && strstr(text, "term -1\nfactor 1 initial global in 5 "));
    CHECK(text && strstr(text, "cell 25 -1 "));
    CHECK(text && strstr(text, "absent skipped "));
    CHECK(text && strstr(text, " 25 20 1 1 ")); // 25 > 20 held for the thread that was to write it
    free(text);
    end(&r);
}

// A compiler that does not optimise leaves calls, and conditions that are put together by branches:
// if (t < 1 || t > 20) return; out[t] = half(in[t]);
static const char CALLS[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".func (.param .b32 result) half(.param .b64 from) {\n"
    ".reg .f32 %f<3>; .reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [from]; ld.f32 %f1, [%rd1]; mul.f32 %f2, %f1, 0f3f000000;\n"
    "st.param.f32 [result], %f2; ret;\n}\n"
    ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
    ".reg .pred %p<6>; .reg .f32 %f<2>; .reg .b32 %r<2>; .reg .b64 %rd<6>;\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
    "setp.lt.s32 %p1, %r1, 1; mov.pred %p2, -1; mov.pred %p3, %p2; @%p1 bra $A;\n"
    "setp.gt.s32 %p4, %r1, 20; mov.pred %p3, %p4;\n"
    "$A: mov.pred %p5, %p3; @!%p5 bra $B; bra.uni $C;\n"
    "$B: mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "{ .param .b64 p0; st.param.b64 [p0], %rd4; .param .b32 r0; call.uni (r0), half, (p0);\n"
    "ld.param.f32 %f1, [r0]; }\n"
    "st.f32 [%rd5], %f1; bra.uni $C;\n"
    "$C: ret;\n}\n";

TEST(a_value_keeps_its_history_through_a_call_and_both_conditions_are_told) {
    Run r = {0};
    start(&r, "calls", CALLS, sizeof CALLS - 1, true);
    const u64 in = bench_floats(r.bench, 32), out = bench_zeros(r.bench, 128);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    CHECK_EQ(bench_run(r.bench, "k", 1, 32, in, out), 0);
    const u64 asked[] = {5};
    size_t size = 0;
    char *text = witness_account(r.witness, out, (const u32[]){32, 1, 1}, asked, 1, 0, &size);
    CHECK(text);
    CHECK(text && strstr(text, "term 0.5\nfactor 1 initial global in 5 "));
    CHECK(text && strstr(text, " 5 1 0 1 "));  // 5 < 1 did not hold
    CHECK(text && strstr(text, " 5 20 0 1 ")); // nor 5 > 20
    free(text);
    end(&r);
}

// ---- By which way values came -------------------------------------------------------------------------------

TEST(values_out_of_the_tile_are_told_from_a_thread_s_own) {
    Run r = {0};
    start(&r, "tile", TILE, sizeof TILE - 1, true);
    const u64 in = bench_floats(r.bench, 32), out = bench_zeros(r.bench, 128);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    CHECK_EQ(bench_run(r.bench, "k", 1, 32, in, out), 0);
    const WitnessWays ways = witness_ways(r.witness, out, (const u32[]){32, 1, 1}, 0);
    CHECK(!ways.no_memory);
    CHECK_EQ(ways.points, 21);
    CHECK(ways.passed == 1.0); // tile[t + 1]
    CHECK(ways.alone == 1.0);  // in[t]
    CHECK_EQ(ways.strayed, 0);
    end(&r);
}

// out[t] = in[t] + (that of the next lane) + in[t + 32] + tile[t + 1] - tile[t + 1] + 2 * tile[t], for all 32 threads: what
// is taken away again has come by no way, and a thread's own word is its own.
static const char TAKEN_AWAY[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
    ".reg .f32 %f<12>; .reg .b32 %r<4>; .reg .b64 %rd<10>;\n"
    ".shared .align 4 .b8 tile[132];\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
    "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd4+128];\n"
    "mov.u64 %rd6, tile; add.s64 %rd7, %rd6, %rd3; st.shared.f32 [%rd7], %f1; st.shared.f32 [%rd6+128], %f1;\n"
    "bar.sync 0;\n"
    "ld.shared.f32 %f3, [%rd7+4]; ld.shared.f32 %f4, [%rd7+4]; ld.shared.f32 %f5, [%rd7];\n"
    "mov.b32 %r2, %f1; shfl.sync.down.b32 %r3, %r2, 1, 31, -1; mov.b32 %f6, %r3;\n"
    "add.f32 %f7, %f1, %f6; add.f32 %f8, %f7, %f2; add.f32 %f9, %f8, %f3; sub.f32 %f10, %f9, %f4;\n"
    "fma.rn.f32 %f11, %f5, 0f40000000, %f10; st.global.f32 [%rd5], %f11; ret;\n}\n";

TEST(what_is_added_and_taken_away_has_come_by_no_way) {
    Run r = {0};
    start(&r, "taken away", TAKEN_AWAY, sizeof TAKEN_AWAY - 1, true);
    const u64 in = bench_floats(r.bench, 64), out = bench_zeros(r.bench, 128);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    CHECK_EQ(bench_run(r.bench, "k", 1, 32, in, out), 0);
    const WitnessWays ways = witness_ways(r.witness, out, (const u32[]){32, 1, 1}, 0);
    CHECK_EQ(ways.points, 32);
    CHECK(ways.passed == 0);
    CHECK(ways.alone == (8 + 1) / 8.0); // in[t + 32]; in[0], which no other lane gets
    end(&r);
}

// Lines of 16: out[t] = in[t] + in[t + 1] for the lanes that are not the last of their line; the others, the first ones, and
// lane 3 also load in[t - 1], which all of them throw away.
static const char STRAYED[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
    ".reg .pred %p<4>; .reg .f32 %f<5>; .reg .b32 %r<4>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; add.u32 %r2, %r1, 16;\n"
    "mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd4+4];\n"
    "and.b32 %r3, %r1, 15; setp.eq.u32 %p1, %r3, 0; setp.eq.u32 %p2, %r3, 3; setp.eq.u32 %p3, %r3, 15;\n"
    "@%p1 ld.global.f32 %f3, [%rd4+-4]; @%p2 ld.global.f32 %f3, [%rd4+-4];\n"
    "add.f32 %f4, %f1, %f2; @!%p3 st.global.f32 [%rd5], %f4; ret;\n}\n";

TEST(each_lane_is_asked_in_some_warp) {
    for (u32 points = 1; points < 400000; points += 4096) {
        const u32 apart = ways_lanes_apart(points);
        u32 lanes = 0; // of the warps of a block of 32 x 32
        for (u32 thread = 0; thread < 1024; thread++)
            if (ways_ask_thread(thread, apart)) lanes |= 1u << thread % 32;
        CHECK(apart >= 1 && apart <= 32);
        CHECK_EQ(lanes, UINT32_MAX);
    }
}

TEST(a_load_from_the_end_of_another_line_is_strayed_where_nobody_uses_it) {
    Run r = {0};
    start(&r, "strayed", STRAYED, sizeof STRAYED - 1, true);
    const u64 in = bench_floats(r.bench, 64), out = bench_zeros(r.bench, 256);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    CHECK_EQ(bench_run(r.bench, "k", 1, 32, in, out), 0);
    CHECK_EQ(witness_ways(r.witness, out, (const u32[]){16, 1, 1}, 0).strayed,
             2); // lanes 0 and 16; lane 3's is a neighbour
    end(&r);
}

// 64 blocks of 4 warps: out[t] = 2 * in[t] + (what the lane before has put into shared memory, or 3 * in[t + 1] in blocks from
// `from` on).
static const char IN_SOME_BLOCKS[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 from) {\n"
    ".reg .pred %p<3>; .reg .f32 %f<8>; .reg .b32 %r<9>; .reg .b64 %rd<10>;\n"
    ".shared .align 4 .b8 tile[516];\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r6, [from];\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 128, %r1;\n"
    "mul.wide.u32 %rd3, %r3, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "ld.global.f32 %f1, [%rd4]; mul.wide.u32 %rd7, %r1, 4; mov.u64 %rd6, tile; add.s64 %rd8, %rd6, %rd7;\n"
    "st.shared.f32 [%rd8+4], %f1; bar.sync 0; setp.ge.u32 %p1, %r2, %r6; setp.eq.u32 %p2, %r1, 0;\n"
    "@%p1 ld.global.f32 %f2, [%rd4+4]; @%p1 bra ADD; @%p2 ret; ld.shared.f32 %f2, [%rd8];\n"
    "ADD: fma.rn.f32 %f3, %f2, 0f40400000, %f1; st.global.f32 [%rd5], %f3; ret;\n}\n";

static WitnessWays ways_of_blocks(u64 from, u64 salt, FollowedBlocks followed) {
    enum { THREADS = 64 * 128 };
    Run r = {0};
    start(&r, "some blocks", IN_SOME_BLOCKS, sizeof IN_SOME_BLOCKS - 1, true);
    r.bench->budget = 10 * MOST_INSTRUCTIONS;
    const u64 in = bench_floats(r.bench, 512 * 1024), out = bench_zeros(r.bench, 4 * THREADS);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    witness_follow_ways(r.witness, salt, 0, followed);
    const u64 arguments[] = {in, out, from};
    CHECK_EQ(bench_launch(r.bench, "k", (const u32[]){64, 1, 1}, (const u32[]){128, 1, 1}, arguments, 3), 0);
    const WitnessWays ways = witness_ways(r.witness, out, (const u32[]){128, 1, 1}, 2);
    end(&r);
    return ways;
}

static WitnessWays ways_of_some_blocks(u64 from, u64 salt) {
    return ways_of_blocks(from, salt, FOLLOW_ALL);
}

TEST(samples_of_blocks_lie_all_over_the_grid) {
    for (u64 salt = 1; salt < 40; salt++) {
        const WitnessWays all = ways_of_blocks(64, salt, FOLLOW_SAMPLES),
                          half = ways_of_blocks(32, salt, FOLLOW_SAMPLES),
                          first = ways_of_blocks(8, salt, FOLLOW_SAMPLES);
        CHECK(all.points > 0 && all.points <= 8 * 128);
        CHECK(all.passed == 1.0);
        CHECK(half.passed == 0);
        CHECK(first.passed == 0);
    }
}

TEST(samples_alone_say_where_they_need_other_blocks) {
    const WitnessWays alone = ways_of_blocks(64, 1, FOLLOW_SAMPLES_ALONE);
    CHECK(alone.points > 0 && !alone.blocks_missed); // it reads the input alone
}

TEST(what_some_blocks_do_is_no_answer_for_all) {
    for (u64 salt = 1; salt < 40; salt++) {
        const WitnessWays all = ways_of_some_blocks(64, salt), half = ways_of_some_blocks(32, salt),
                          first = ways_of_some_blocks(1, salt);
        CHECK(all.points >= 32 && all.points < 64 * 128 / 4); // few are followed
        CHECK(all.passed == 1.0);
        CHECK(half.passed == 0);
        CHECK(first.passed == 0);
    }
}

// One block marches along z over out[z][y][x] of 10 x 12 x 6, and stores rows of 4 in y: thread (x, y, g) those of planes 1 + g, 1 + g +
// groups, ..., of each its row y and, of several rows, y + ntid.y, ...; then the same of the next tile in y.
static const char MARCH[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 out, .param .u32 rows, .param .u32 tiles) {\n"
    ".reg .pred %p<4>; .reg .f32 %f<3>; .reg .b32 %r<20>; .reg .b64 %rd<5>;\n"
    "ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [rows]; ld.param.u32 %r2, [tiles];\n"
    "mov.u32 %r3, %tid.x; mov.u32 %r4, %tid.y; mov.u32 %r5, %tid.z; mov.u32 %r6, %ntid.y; mov.u32 %r7, %ntid.z;\n"
    "mov.f32 %f1, 0f3F800000; add.u32 %r8, %r4, 1; mov.u32 %r9, 0; mul.lo.u32 %r10, %r6, %r1;\n"
    "TILE: add.u32 %r11, %r5, 1;\n"
    "PLANE: mov.u32 %r12, 0; mov.u32 %r13, %r8;\n"
    "ROW: mad.lo.u32 %r14, %r11, 12, %r13; mad.lo.u32 %r15, %r14, 6, %r3; add.u32 %r15, %r15, 1; mul.wide.u32 %rd2, %r15, 4;\n"
    "add.s64 %rd3, %rd1, %rd2; st.global.f32 [%rd3], %f1; add.u32 %r12, %r12, 1; add.u32 %r13, %r13, %r6;\n"
    "setp.lt.u32 %p1, %r12, %r1; @%p1 bra ROW; add.u32 %r11, %r11, %r7; setp.lt.u32 %p2, %r11, 9; @%p2 bra PLANE;\n"
    "add.u32 %r8, %r8, %r10; add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, %r2; @%p3 bra TILE; ret;\n}\n";

static double columns_of_march(const u32 block[3], u64 rows, u64 tiles) {
    Run r = {0};
    start(&r, "march", MARCH, sizeof MARCH - 1, true);
    const u64 out = bench_zeros(r.bench, 4 * 6 * 12 * 10);
    witness_follow_ways(r.witness, 5, 0, FOLLOW_ALL);
    const u64 arguments[] = {out, rows, tiles};
    CHECK_EQ(bench_launch(r.bench, "k", (const u32[]){1, 1, 1}, block, arguments, 3), 0);
    const WitnessWays ways = witness_ways(r.witness, out, (const u32[]){6, 12, 10}, 0);
    CHECK(!ways.no_memory);
    end(&r);
    return ways.columns;
}

TEST(columns_are_those_of_a_plane_by_however_many_threads_and_tiles) {
    const double columns = 4 * 4 + 4 * 4; // and four sides
    CHECK(columns_of_march((const u32[]){4, 4, 1}, 1, 1) == columns);
    CHECK(columns_of_march((const u32[]){4, 2, 1}, 2, 1) == columns); // two rows a thread
    CHECK(columns_of_march((const u32[]){4, 4, 2}, 1, 1) == columns); // two groups share the planes
    CHECK(columns_of_march((const u32[]){4, 4, 8}, 1, 1) == columns); // no march: a thread a point
    CHECK(columns_of_march((const u32[]){4, 4, 1}, 1, 2) == columns); // one tile after the other
    CHECK(columns_of_march((const u32[]){4, 2, 1}, 2, 2) == columns);
    CHECK(columns_of_march((const u32[]){4, 8, 1}, 1, 1) == 4 * 8 + 2 * 4 + 2 * 8);
}

// One block of 128: out[t] = 2 * in[t] + 3 * in[t + 1], where the first value goes to another thread and back, and for `shared` 1 the
// second one comes from the thread beside.
static const char RELAYED[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 shared) {\n"
    ".reg .pred %p<3>; .reg .f32 %f<8>; .reg .b32 %r<9>; .reg .b64 %rd<14>;\n"
    ".shared .align 4 .b8 one[520]; .shared .align 4 .b8 two[512];\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r6, [shared]; mov.u32 %r1, %tid.x;\n"
    "xor.b32 %r2, %r1, 33; mul.wide.u32 %rd3, %r1, 4; mul.wide.u32 %rd4, %r2, 4;\n"
    "add.s64 %rd5, %rd1, %rd3; add.s64 %rd6, %rd2, %rd3; mov.u64 %rd7, one; mov.u64 %rd8, two;\n"
    "add.s64 %rd9, %rd7, %rd3; add.s64 %rd10, %rd7, %rd4; add.s64 %rd11, %rd8, %rd3; add.s64 %rd12, %rd8, %rd4;\n"
    "ld.global.f32 %f1, [%rd5]; ld.global.f32 %f2, [%rd5+4]; st.shared.f32 [%rd9], %f1; bar.sync 0;\n"
    "ld.shared.f32 %f3, [%rd10]; st.shared.f32 [%rd11], %f3; bar.sync 0; ld.shared.f32 %f4, [%rd12];\n"
    "setp.eq.u32 %p1, %r6, 0; setp.eq.u32 %p2, %r1, 127; @%p1 bra SUM; @%p2 ret; ld.shared.f32 %f2, [%rd9+4];\n"
    "SUM: add.f32 %f5, %f4, %f4; fma.rn.f32 %f6, %f2, 0f40400000, %f5; st.global.f32 [%rd6], %f6; ret;\n}\n";

static double passed_of_relayed(u64 shared) {
    Run r = {0};
    start(&r, "relayed", RELAYED, sizeof RELAYED - 1, true);
    const u64 in = bench_floats(r.bench, 129), out = bench_zeros(r.bench, 512);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    witness_follow_ways(r.witness, 5, 0, FOLLOW_ALL);
    const u64 arguments[] = {in, out, shared};
    CHECK_EQ(bench_launch(r.bench, "k", (const u32[]){1, 1, 1}, (const u32[]){128, 1, 1}, arguments, 3), 0);
    const WitnessWays ways = witness_ways(r.witness, out, (const u32[]){128, 1, 1}, 2);
    CHECK(ways.points > 0);
    end(&r);
    return ways.passed;
}

TEST(what_goes_to_another_thread_and_back_is_not_passed_on) {
    CHECK(passed_of_relayed(0) == 0);
    CHECK(passed_of_relayed(1) > 1);
}

// One block of 128: word[t] = 2 * in[t], and for `sum` 1 3 * in[t + 1] besides; out[t] = word[t] + word[t + 1].
static const char HANDED_ON[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 sum) {\n"
    ".reg .pred %p<2>; .reg .f32 %f<8>; .reg .b32 %r<3>; .reg .b64 %rd<9>;\n"
    ".shared .align 4 .b8 word[516];\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [sum]; mov.u32 %r2, %tid.x;\n"
    "mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; mov.u64 %rd6, word; add.s64 %rd7, %rd6, %rd3;\n"
    "ld.global.f32 %f1, [%rd4]; mul.f32 %f2, %f1, 0f40000000; setp.eq.u32 %p1, %r1, 0; @%p1 bra HAND;\n"
    "ld.global.f32 %f3, [%rd4+4]; fma.rn.f32 %f2, %f3, 0f40400000, %f2;\n"
    "HAND: st.shared.f32 [%rd7], %f2; st.shared.f32 [%rd6+512], %f2; bar.sync 0; ld.shared.f32 %f4, [%rd7+4];\n"
    "add.f32 %f5, %f2, %f4; st.global.f32 [%rd5], %f5; ret;\n}\n";

static double passed_of_handed_on(u64 sum) {
    Run r = {0};
    start(&r, "handed on", HANDED_ON, sizeof HANDED_ON - 1, true);
    const u64 in = bench_floats(r.bench, 129), out = bench_zeros(r.bench, 512);
    snprintf(r.bench->buffer[0]->parameter, sizeof r.bench->buffer[0]->parameter, "in");
    r.bench->buffer[0]->element = 4;
    witness_follow_ways(r.witness, 5, 0, FOLLOW_ALL);
    const u64 arguments[] = {in, out, sum};
    CHECK_EQ(bench_launch(r.bench, "k", (const u32[]){1, 1, 1}, (const u32[]){128, 1, 1}, arguments, 3), 0);
    const WitnessWays ways = witness_ways(r.witness, out, (const u32[]){128, 1, 1}, 0);
    CHECK(ways.points > 0);
    end(&r);
    return ways.passed;
}

TEST(a_part_of_a_sum_is_not_passed_on_as_its_elements_are) {
    CHECK(passed_of_handed_on(0) == 1.0);
    CHECK(passed_of_handed_on(1) == 0);
}

TEST(the_salt_chooses_what_is_followed_and_the_same_one_the_same) {
    u64 different = 0;
    for (u64 salt = 1; salt < 20; salt++) {
        const WitnessWays one = ways_of_some_blocks(64, salt), again = ways_of_some_blocks(64, salt);
        CHECK_EQ(one.points, again.points);
        different += one.points != ways_of_some_blocks(64, salt + 100).points;
    }
    CHECK(different > 0); // lane 0 of a block has no point
}

// ---- How much is kept -----------------------------------------------------------------------------------------

// One block, or warp, of how many has histories in a case whose largest piece of memory has so many cells.
static u32 one_of(u32 cells, u32 *until, u32 nodes) {
    Run r = {0};
    start(&r, "tile", TILE, sizeof TILE - 1, true);
    Graph *g = &r.witness->graph;
    Node *chunk = NULL; // one in place of all, where the graph is to be nearly full
    if (nodes) {
        chunk = calloc(GRAPH_CHUNK, sizeof *chunk);
        *g = (Graph){.chunk = malloc(GRAPH_MOST / GRAPH_CHUNK * sizeof chunk),
                     .chunks = GRAPH_MOST / GRAPH_CHUNK,
                     .count = nodes};
        for (u32 i = 0; i < g->chunks; i++) g->chunk[i] = chunk;
    }
    const u64 in = bench_zeros(r.bench, 4 * cells), out = bench_zeros(r.bench, 512);
    CHECK_EQ(bench_run(r.bench, "k", 2, 32, in, out), 0);
    size_t size = 0;
    char *text = witness_account(r.witness, out, (const u32[]){32, 1, 1}, (const u64[]){5}, 1, 0, &size);
    CHECK(text && strstr(text, g->full ? "\nend 1\n" : "\nend 0\n"));
    CHECK_EQ(g->full, nodes >= GRAPH_MOST - 100);
    const u32 every = r.witness->launches[0].every;
    *until = r.witness->launches[0].until;
    free(text);
    if (chunk) g->chunks = 0, free(chunk);
    end(&r);
    return every;
}

// What if a case is larger than the 64,000 cells, or makes more than the 12 million nodes, that there is room for?
TEST(histories_of_larger_cases_are_those_of_some_blocks) {
    u32 until;
    CHECK_EQ(one_of(64000, &until, 0), 1);
    CHECK_EQ(until, 0);
    CHECK_EQ(one_of(64001, &until, 0), 5);
    CHECK_EQ(one_of(64000, &until, GRAPH_ENOUGH - 1000), 1);
    CHECK_EQ(until, 0);
    CHECK_EQ(one_of(64000, &until, GRAPH_ENOUGH), 1);
    CHECK_EQ(until, 1); // the second block has none
    one_of(64000, &until, GRAPH_MOST - 100);
}

CHECK_MAIN()
