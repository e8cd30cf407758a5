// Lanes that go different ways: results, instructions and divergent branches against closed forms.
#include "tests/checks/kernels.h"

// Runs `rounds` on one warp; instructions a warp and thread executed.
static Counters run_rounds(const s32 *count, s32 *result) {
    Bench *b = bench_new("divergence", 1, false);
    const u64 in = bench_copy(b, count, 128), out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "rounds", 1, 32, in, out), 0);
    CHECK_CLEAN(b);
    if (result) memcpy(result, bench_at(b, out), 128);
    const Counters c = bench_counters(b, "rounds");
    bench_free(b);
    return c;
}

static u64 instructions_of(s32 rounds) {
    s32 count[32];
    for (int i = 0; i < 32; i++) count[i] = rounds;
    const Counters c = run_rounds(count, NULL);
    CHECK_EQ(c.thread_instructions, 32 * c.warp_instructions);
    CHECK_EQ(c.divergent_branches, 0);
    return c.warp_instructions;
}

// A warp takes as long as its longest lane; each lane counts what it does itself.
TEST(loops_of_different_length) {
    const u64 none = instructions_of(0), one = instructions_of(1), each = instructions_of(2) - one;
    CHECK_EQ(instructions_of(50), one + 49 * each);
    for (u32 seed = 1; seed <= 20; seed++) {
        s32 count[32], result[32], most = 0;
        u64 threads = 0, different = 0;
        for (u32 i = 0; i < 32; i++) {
            count[i] = (s32)((i * 2654435761u * seed >> 20) % (seed + 1));
            if (count[i] > most) most = count[i];
            threads += count[i] ? one + (u64)(count[i] - 1) * each : none;
        }
        for (s32 n = 0; n <= most; n++) {
            bool used = false;
            for (u32 i = 0; i < 32; i++) used |= count[i] == n;
            different += used;
        }
        const Counters c = run_rounds(count, result);
        CHECK_EQ(c.thread_instructions, threads);
        CHECK_EQ(c.warp_instructions, most ? one + (u64)(most - 1) * each : none);
        CHECK_EQ(c.branches, 1 + most);
        CHECK_EQ(c.divergent_branches, different - 1); // each time that some lanes stop and others do not
        for (u32 i = 0; i < 32; i++) {
            s32 v = 1;
            for (s32 k = 0; k < count[i]; k++) v = (s32)((u32)v * 3 + (u32)(v >> 3));
            CHECK_EQ(result[i], v);
        }
    }
}

TEST(two_ways) {
    for (u32 limit = 0; limit <= 32; limit += 8) {
        Bench *b = bench_new("divergence", 1, false);
        const u64 in = bench_ints(b, 32), out = bench_zeros(b, 8);
        CHECK_EQ(bench_run(b, "two_ways", 1, 32, in, out, limit), 0);
        const Counters c = bench_counters(b, "two_ways");
        CHECK_EQ(c.divergent_branches, limit > 0 && limit < 32);
        CHECK_EQ(((s32 *)bench_at(b, out))[0], limit * (limit - 1) / 2);
        CHECK_EQ(((s32 *)bench_at(b, out))[1], 31 * 32 / 2 - limit * (limit - 1) / 2);
        bench_free(b);
    }
}

static s32 nested(s32 t, s32 n) {
    s32 v = 0;
    for (s32 i = 0; i < n; i++) {
        if (i > 20) break;
        for (s32 k = i; k < 12; k++) {
            if ((k * 7 + t) % 5 == 0) continue;
            if (k * t > 150) break;
            v += k ^ i;
        }
        if (v > 5000) return v;
        v += 3;
    }
    return v * 2;
}

TEST(breaks_and_continues) {
    Bench *b = bench_new("divergence", 1, false);
    const u64 in = bench_ints(b, 64), out = bench_zeros(b, 256);
    CHECK_EQ(bench_run(b, "nested", 1, 64, in, out), 0);
    for (s32 t = 0; t < 64; t++) CHECK_EQ(((s32 *)bench_at(b, out))[t], nested(t, t));
    CHECK_CLEAN(b);
    bench_free(b);
}

static s32 switched(s32 v, s32 before) {
    switch (v) {
    case 0: return before + 1 + 2;
    case 1: return before - 2 + 2;
    case 2: return before - 7 + 2;
    case 3: return (before ^ 12) + 2;
    case 4: return before / 3 + 2;
    case 5: return before % 11 + 2;
    case 6: return (before > 40 ? before : 40) + 2;
    case 7: return (before < 20 ? before : 20) + 2;
    case 8: return (before | 64) + 2;
    case 9: return before;
    default: return 1002;
    }
}

TEST(tables) {
    Bench *b = bench_new("divergence", 1, false);
    s32 values[64];
    for (int i = 0; i < 64; i++) values[i] = i * 5 % 13 - 1;
    const u64 in = bench_copy(b, values, sizeof values), out = bench_ints(b, 64);
    CHECK_EQ(bench_run(b, "switched", 1, 64, in, out), 0);
    for (s32 t = 0; t < 64; t++) CHECK_EQ(((s32 *)bench_at(b, out))[t], switched(values[t], t));
    CHECK_EQ(bench_line_counters(b, "switched", "after_switch").global_store_requests, 2); // one a warp
    CHECK_CLEAN(b);
    bench_free(b);
}

static s32 ackermann(s32 m, s32 n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

TEST(recursion) {
    Bench *b = bench_new("divergence", 1, false);
    const u64 in = bench_ints(b, 32), out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "recursion", 1, 32, in, out), 0);
    for (s32 t = 0; t < 32; t++) CHECK_EQ(((s32 *)bench_at(b, out))[t], ackermann(t % 3, t % 4));
    CHECK_CLEAN(b);
    bench_free(b);
}

TEST(threads_leave_one_by_one) {
    Bench *b = bench_new("divergence", 1, false);
    const u64 out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "leaving", 1, 32, out, 20), 0);
    for (s32 t = 0; t < 32; t++) CHECK_EQ(((s32 *)bench_at(b, out))[t], t < 20 ? t + 1 : -1);
    CHECK_CLEAN(b);
    bench_free(b);
}

// Lanes that leave inside the branch do not keep the others from meeting: one store for the warp.
TEST(lanes_meet_again) {
    Bench *b = bench_new("divergence", 1, false);
    s32 values[32];
    for (int i = 0; i < 32; i++) values[i] = i % 7 == 3 ? 77 : i;
    const u64 in = bench_copy(b, values, sizeof values), out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "meet_again", 1, 32, in, out), 0);
    CHECK_EQ(bench_line_counters(b, "meet_again", "meet").global_store_requests, 1);
    CHECK_EQ(((s32 *)bench_at(b, out))[3], 0);
    CHECK_EQ(((s32 *)bench_at(b, out))[4], 4);
    CHECK_CLEAN(b);
    bench_free(b);
}

TEST(calls_through_pointers) {
    Bench *b = bench_new("divergence", 1, false);
    const u64 in = bench_ints(b, 32), out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "through_pointers", 1, 32, in, out), 0);
    for (s32 t = 0; t < 32; t++)
        CHECK_EQ(((s32 *)bench_at(b, out))[t], (t % 3 == 0 ? t + 7 : t % 3 == 1 ? t * t : -t) + t);
    CHECK_CLEAN(b);
    bench_free(b);
}

CHECK_MAIN()
