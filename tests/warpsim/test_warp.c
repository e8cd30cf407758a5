// Operations across the lanes of a warp: votes, shuffles, match, reductions, the active mask, elect.
#include "tests/warpsim/check_instruction.h"

enum { N = 64 }; // two warps

// Runs the body in two warps over random words, of which each thread finds its own in %x0 (low half: %r0).
static const u64 *run_warps(const char *body, const u64 *in, u32 words_each) {
    static char text[3000];
    snprintf(text, sizeof text,
             "mad.wide.u32 %%x1, %%i, 8, %%in; ld.u64 %%x0, [%%x1]; cvt.u32.u64 %%r0, %%x0; mov.u32 %%r1, "
             "%%laneid;\n"
             "mad.wide.u32 %%mine, %%i, %u, %%out;\n%s",
             8 * words_each, body);
    PtxRun run = {.body = text, .block = {N}, .in = in, .in_count = N, .out_count = N * words_each};
    return run_ptx(&run) ? run.out : NULL;
}

// Bits 0 .. 2 are set in all, some and none of the lanes of the first warp, in the second warp in none, all,
// some.
static void fill(u64 *in) {
    rows.random = 4242;
    for (u32 i = 0; i < N; i++) {
        in[i] = random_64() & ~7ull;
        if (i < 32) in[i] |= 1 | (i % 3 == 0) << 1;
        if (i >= 32) in[i] |= 2 | (i % 5 == 0) << 2;
    }
}

static u32 ballot(const u64 *in, u32 warp, u64 bit, u32 members) {
    u32 r = 0;
    for (u32 i = 0; i < 32; i++) r |= (u32)(members >> i & 1 && in[warp * 32 + i] & bit) << i;
    return r;
}

TEST(votes) {
    u64 in[N];
    fill(in);
    for (u32 bit = 1; bit <= 4; bit *= 2) {
        char body[1000];
        snprintf(body, sizeof body,
                 "and.b32 %%r2, %%r0, %u; setp.ne.u32 %%p0, %%r2, 0;\n"
                 "vote.sync.ballot.b32 %%r3, %%p0, -1; vote.sync.all.pred %%p1, %%p0, 0xffffffff;\n"
                 "vote.sync.any.pred %%p2, %%p0, -1; vote.sync.uni.pred %%p3, %%p0, -1;\n"
                 "vote.sync.ballot.b32 %%r4, !%%p0, -1; vote.sync.all.pred %%p4, !%%p0, -1;\n"
                 "selp.b32 %%r5, 1, 0, %%p1; @%%p2 or.b32 %%r5, %%r5, 2; @%%p3 or.b32 %%r5, %%r5, 4; @%%p4 "
                 "or.b32 %%r5, %%r5, 8;\n"
                 "mov.b64 %%x2, {%%r3, %%r4}; cvt.u64.u32 %%x3, %%r5; st.v2.u64 [%%mine], {%%x2, %%x3};",
                 bit);
        const u64 *out = run_warps(body, in, 2);
        for (u32 i = 0; out && i < N; i++) {
            const u32 set = ballot(in, i / 32, bit, ~0u);
            CHECK_EQ(out[2 * i], set | (u64)~set << 32);
            CHECK_EQ(out[2 * i + 1],
                     (set == ~0u) | (set != 0) << 1 | (set == 0 || set == ~0u) << 2 | (set == 0) << 3);
        }
    }
}

TEST(votes_of_some_lanes) {
    u64 in[N];
    fill(in);
    const u32 members = 0x55550f0f;
    char body[1000];
    snprintf(
        body, sizeof body,
        "and.b32 %%r2, %%r0, 2; setp.ne.u32 %%p0, %%r2, 0; mov.u32 %%r3, 0; mov.u32 %%r4, 0;\n"
        "mov.u32 %%r5, %%lanemask_eq; and.b32 %%r5, %%r5, 0x%x; setp.eq.u32 %%p1, %%r5, 0; @%%p1 bra other;\n"
        "vote.sync.ballot.b32 %%r3, %%p0, 0x%x; activemask.b32 %%r4; bra join;\n"
        "other: vote.sync.ballot.b32 %%r3, %%p0, 0x%x; activemask.b32 %%r4;\n"
        "join: mov.b64 %%x2, {%%r3, %%r4}; st.u64 [%%mine], %%x2;",
        members, members, ~members);
    const u64 *out = run_warps(body, in, 1);
    for (u32 i = 0; out && i < N; i++) {
        const u32 mine = members >> i % 32 & 1 ? members : ~members;
        CHECK_EQ(out[i], ballot(in, i / 32, 2, mine) | (u64)mine << 32);
    }
}

// Where a lane reads, as the PTX ISA describes it; false where it lies outside and the lane keeps its own.
static bool source_lane(const char *kind, u32 lane, u32 b, u32 c, u32 *from) {
    const u32 segment = c >> 8 & 31, clamp = c & 31, b5 = b & 31;
    const u32 max = (lane & segment) | (clamp & ~segment), min = lane & segment;
    switch (kind[0]) {
    case 'u': *from = lane - b5; return (s32)*from >= (s32)max;
    case 'd': *from = lane + b5; return *from <= max;
    case 'b': *from = lane ^ b5; return *from <= max;
    default: *from = min | (b5 & ~segment); return *from <= max;
    }
}

TEST(shuffles) {
    static const char *const kinds[] = {"up", "down", "bfly", "idx"};
    u64 in[N];
    fill(in);
    for (int k = 0; k < 4; k++)
        for (u32 width = 1; width <= 32; width *= 2)
            for (u32 b = 0; b < 40; b += b < 4 ? 1 : 5) {
                const u32 c = (32 - width) << 8 | (k == 0 ? 0 : 31); // as CUDA's intrinsics make it
                char body[600];
                snprintf(body, sizeof body,
                         "shfl.sync.%s.b32 %%r2|%%p0, %%r0, %u, 0x%x, -1; selp.b32 %%r3, 1, 0, %%p0;\n"
                         "shfl.sync.%s.b32 %%r4, %%r0, %u, 0x%x, -1; sub.u32 %%r4, %%r4, %%r2; or.b32 %%r3, "
                         "%%r3, %%r4;\n"
                         "mov.b64 %%x2, {%%r2, %%r3}; st.u64 [%%mine], %%x2;",
                         kinds[k], b, c, kinds[k], b, c);
                const u64 *out = run_warps(body, in, 1);
                for (u32 i = 0; out && i < N; i++) {
                    u32 from;
                    const bool inside = source_lane(kinds[k], i % 32, b, c, &from);
                    CHECK_EQ(out[i], (u32)in[inside ? i / 32 * 32 + from : i] | (u64)inside << 32);
                }
            }
}

// Who reads from a lane that has left the kernel gets 0, whatever its register held.
TEST(shuffle_from_lanes_that_have_left) {
    u64 in[N];
    fill(in);
    const u64 *out = run_warps("mov.u64 %x2, 7; st.u64 [%mine], %x2;\n"
                               "setp.lt.u32 %p0, %r1, 4; @%p0 bra end;\n"
                               "shfl.sync.idx.b32 %r2, %r0, 3, 31, -1; shfl.sync.up.b32 %r3, %r0, 1, 0, -1;\n"
                               "mov.b64 %x2, {%r2, %r3}; st.u64 [%mine], %x2;\nend:",
                               in, 1);
    for (u32 i = 0; out && i < N; i++) {
        const u64 left = i % 32 == 4 ? 0 : (u64)(u32)in[i - (i > 0)] << 32;
        CHECK_EQ(out[i], i % 32 < 4 ? 7 : left);
    }
}

// The same of a lane that its mask does not name, and that waits elsewhere.
TEST(shuffle_from_lanes_outside_of_the_mask) {
    u64 in[N];
    fill(in);
    if (tests_on_gpu()) return; // undefined there
    const u64 *out = run_warps("mov.u64 %x2, 7; setp.lt.u32 %p0, %r1, 4; @%p0 bra wait;\n"
                               "shfl.sync.up.b32 %r3, %r0, 1, 0, 0xfffffff0; cvt.u64.u32 %x2, %r3;\n"
                               "wait:\nbar.warp.sync 0xffffffff; st.u64 [%mine], %x2;",
                               in, 1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], i % 32 < 4 ? 7 : i % 32 == 4 ? 0 : (u32)in[i - 1]);
}

// A lane of its own for each lane, and the result in the register of the source.
TEST(shuffle_by_registers) {
    u64 in[N];
    fill(in);
    const u64 *out = run_warps("shr.u32 %r2, %r0, 7; shfl.sync.idx.b32 %r0, %r0, %r2, 31, -1; cvt.u64.u32 "
                               "%x2, %r0; st.u64 [%mine], %x2;",
                               in, 1);
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], (u32)in[i / 32 * 32 + ((u32)in[i] >> 7 & 31)]);
}

// A sum over the warp, the way programs write it.
TEST(sum_by_shuffles) {
    u64 in[N];
    fill(in);
    const u64 *out = run_warps(
        "mov.u32 %r5, 16;\nagain: shfl.sync.down.b32 %r2, %r0, %r5, 31, -1; add.u32 %r0, %r0, %r2;\n"
        "shr.u32 %r5, %r5, 1; setp.ne.u32 %p0, %r5, 0; @%p0 bra again;\n"
        "cvt.u64.u32 %x2, %r0; st.u64 [%mine], %x2;",
        in, 1);
    for (u32 w = 0; out && w < 2; w++) {
        u32 sum = 0;
        for (u32 i = 0; i < 32; i++) sum += (u32)in[w * 32 + i];
        CHECK_EQ(out[w * 32], sum);
    }
}

TEST(match) {
    u64 in[N];
    for (u32 i = 0; i < N; i++) in[i] = i < 32 ? (u64)(i % 5) << 32 | i % 3 : 7;
    const u64 *out =
        run_warps("match.any.sync.b32 %r2, %r0, -1; match.any.sync.b64 %r3, %x0, -1;\n"
                  "match.all.sync.b32 %r4|%p0, %r0, -1; match.all.sync.b64 %r5|%p1, %x0, -1;\n"
                  "selp.b32 %r6, 1, 0, %p0; @%p1 or.b32 %r6, %r6, 2; mov.b64 %x2, {%r2, %r3}; mov.b64 %x3, "
                  "{%r4, %r5};\n"
                  "cvt.u64.u32 %x4, %r6; st.u64 [%mine], %x2; st.u64 [%mine+8], %x3; st.u64 [%mine+16], %x4;",
                  in, 3);
    for (u32 i = 0; out && i < N; i++) {
        u32 low = 0, whole = 0;
        for (u32 k = i / 32 * 32; k < i / 32 * 32 + 32; k++) {
            low |= (u32)((u32)in[k] == (u32)in[i]) << k % 32;
            whole |= (u32)(in[k] == in[i]) << k % 32;
        }
        CHECK_EQ(out[3 * i], low | (u64)whole << 32);
        CHECK_EQ(out[3 * i + 1], i < 32 ? 0 : ~0ull);
        CHECK_EQ(out[3 * i + 2], i < 32 ? 0 : 3);
    }
}

static u32 reduced(const u64 *in, u32 warp, const char *kind) {
    u32 r = (u32)in[warp * 32];
    for (u32 i = 1; i < 32; i++) {
        const u32 v = (u32)in[warp * 32 + i];
        if (!strcmp(kind, "add.u32") || !strcmp(kind, "add.s32")) r += v;
        if (!strcmp(kind, "min.u32")) r = v < r ? v : r;
        if (!strcmp(kind, "max.u32")) r = v > r ? v : r;
        if (!strcmp(kind, "min.s32")) r = (s32)v < (s32)r ? v : r;
        if (!strcmp(kind, "max.s32")) r = (s32)v > (s32)r ? v : r;
        if (!strcmp(kind, "and.b32")) r &= v;
        if (!strcmp(kind, "or.b32")) r |= v;
        if (!strcmp(kind, "xor.b32")) r ^= v;
    }
    return r;
}

TEST(reductions) {
    static const char *const kinds[] = {"add.u32", "add.s32", "min.u32", "max.u32", "min.s32",
                                        "max.s32", "and.b32", "or.b32",  "xor.b32"};
    u64 in[N];
    fill(in);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char body[200];
        snprintf(body, sizeof body,
                 "redux.sync.%s %%r2, %%r0, -1; cvt.u64.u32 %%x2, %%r2; st.u64 [%%mine], %%x2;", kinds[k]);
        const u64 *out = run_warps(body, in, 1);
        for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i], reduced(in, i / 32, kinds[k]));
    }
}

TEST(elect) {
    u64 in[N] = {0};
    const u64 *out = run_warps("setp.lt.u32 %p1, %r1, 9; mov.u64 %x2, 99; @%p1 bra low;\n"
                               "elect.sync %r2|%p0, 0xfffffe00; bra join; low: elect.sync %r2|%p0, 0x1ff;\n"
                               "join: selp.b32 %r3, 1, 0, %p0; mov.b64 %x2, {%r2, %r3}; st.u64 [%mine], %x2;",
                               in, 1);
    u32 elected = 0;
    for (u32 i = 0; out && i < N; i++) elected += out[i] >> 32 == 1;
    if (out) CHECK_EQ(elected, 4); // one of each group, and all know who it is
    for (u32 i = 0; out && i < N; i++) CHECK_EQ(out[i] >> 32, i % 32 == (u32)out[i]);
}

// Four groups of eight lanes run each instruction together, every lane with its own group's mask.
TEST(groups_side_by_side) {
    u64 in[N];
    for (u32 i = 0; i < N; i++) in[i] = i * 2654435761u >> 3 & 0xff;
    const u64 *out = run_warps(
        "and.b32 %r3, %r1, 24; shl.b32 %r4, 255, %r3; setp.eq.u32 %p1, %r1, 13; setp.lt.u32 %p2, %r1, 20;\n"
        "and.b32 %r5, %r0, 1;\n"
        "vote.sync.any.pred %p3, %p1, %r4; vote.sync.all.pred %p4, %p2, %r4; vote.sync.uni.pred %p5, %p2, "
        "%r4;\n"
        "vote.sync.ballot.b32 %r6, %p2, %r4; match.any.sync.b32 %r7, %r5, %r4;\n"
        "shr.u32 %r8, %r1, 4; match.all.sync.b32 %r9|%p6, %r8, %r4; redux.sync.add.u32 %r10, %r0, %r4;\n"
        "redux.sync.max.u32 %r11, %r0, %r4; elect.sync %r12|%p7, %r4;\n"
        "selp.b32 %r13, 1, 0, %p3; @%p4 or.b32 %r13, %r13, 2; @%p5 or.b32 %r13, %r13, 4;\n"
        "@%p6 or.b32 %r13, %r13, 8; @%p7 or.b32 %r13, %r13, 16; xor.b32 %r9, %r9, %r4; add.u32 %r13, %r13, "
        "%r9;\n"
        "shl.b32 %r10, %r10, 8; shl.b32 %r11, %r11, 20; or.b32 %r13, %r13, %r10; or.b32 %r13, %r13, %r11;\n"
        "xor.b32 %r6, %r6, %r7; mov.b64 %x2, {%r13, %r6}; st.u64 [%mine], %x2;",
        in, 1);
    for (u32 i = 0; out && i < N; i++) {
        const u32 lane = i % 32, first = lane & 24, group = 255u << first;
        u32 same = 0, sum = 0, most = 0, flags;
        for (u32 k = first; k < first + 8; k++) {
            const u32 v = (u32)in[i - lane + k];
            sum += v;
            most = v > most ? v : most;
            same |= (u32)((v & 1) == (in[i] & 1)) << k;
        }
        flags = (first == 8) | (first < 16) << 1 | (first != 16) << 2 | 8 | (lane == first) << 4;
        CHECK_EQ(out[i], (u64)((group & 0xfffff) ^ same) << 32 | most << 20 | sum << 8 | flags);
    }
}

TEST(active_mask_of_a_partial_warp) {
    PtxRun run = {.body = "activemask.b32 %r0; cvt.u64.u32 %x0, %r0; st.u64 [%mine], %x0;",
                  .block = {45},
                  .out_count = 45};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 45; i++) CHECK_EQ(run.out[i], i < 32 ? 0xffffffff : 0x1fff);
}

// A mask that names lanes which do not exist is that of a full warp: what programs pass.
TEST(full_mask_in_a_partial_warp) {
    PtxRun run = {
        .body =
            "shfl.sync.idx.b32 %r0, %i, 3, 31, -1; vote.sync.ballot.b32 %r1, 1, -1; mov.b64 %x0, {%r0, %r1};"
            "st.u64 [%mine], %x0;",
        .block = {37},
        .out_count = 37};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 37; i++) CHECK_EQ(run.out[i], i < 32 ? 3 | 0xffffffff00000000 : 35 | 0x1f00000000);
}

// CUDA allows masks with lanes that have left the kernel; it is noted all the same, and nothing is said of a mask without them.
TEST(masks_with_lanes_that_have_left) {
    PtxRun run = {
        .body =
            "setp.lt.u32 %p0, %i, 4; @%p0 ret; shfl.sync.idx.b32 %r0, %i, 5, 31, -1; cvt.u64.u32 %x0, %r0;"
            "st.u64 [%mine], %x0;",
        .block = {32},
        .out_count = 32};
    if (!run_ptx(&run)) return;
    CHECK(run.departure || tests_on_gpu()); // a GPU says nothing
    for (u32 i = 4; i < 32; i++) CHECK_EQ(run.out[i], 5);
    run.body =
        "setp.lt.u32 %p0, %i, 4; @%p0 ret; shfl.sync.idx.b32 %r0, %i, 5, 31, 0xfffffff0; cvt.u64.u32 %x0, %r0;"
        "st.u64 [%mine], %x0;";
    if (!run_ptx(&run)) return;
    CHECK(!run.departure);
}

CHECK_MAIN()
