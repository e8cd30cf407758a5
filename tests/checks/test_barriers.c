// Barriers that not all threads reach; and divergence, early returns and named barriers that are right.
#include "tests/checks/kernels.h"

TEST(in_a_branch) {
    Bench *b = bench_new("barriers", 1, false);
    const u64 out = bench_zeros(b, 256);
    CHECK_EQ(bench_run(b, "in_branch", 1, 64, out), cudaErrorLaunchFailure);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "in_branch");
    if (f) {
        CHECK(f->fatal);
        CHECK_EQ(f->block, 0);
        CHECK_EQ(f->thread, 32);
        CHECK_HAS(f->message, "thread (32,0,0) does, thread (40,0,0) does not");
        CHECK_HAS(f->next, "out of the branch");
    }
    bench_free(b);
}

// Before compute capability 7.0 a barrier that some threads have left the kernel without was undefined.
static Bench *before_volta(u32 workers, bool details) {
    Bench *b = bench_new("barriers", workers, details);
    b->gpu.device.major = 6;
    return b;
}

// Since then it waits for those who are left.
TEST(who_has_left_is_not_waited_for) {
    Bench *b = bench_new("barriers", 1, true);
    const u64 in = bench_floats(b, 64), out = bench_zeros(b, 256);
    CHECK_EQ(bench_run(b, "early_return", 1, 64, in, out, 48), 0);
    bench_run(b, "in_warp_branch", 1, 64, out);
    CHECK_CLEAN(b);
    bench_free(b);
}

TEST(whole_warps_missing) {
    Bench *b = before_volta(1, false);
    const u64 out = bench_zeros(b, 256);
    bench_run(b, "in_warp_branch", 1, 64, out);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "warp_branch");
    if (f) {
        CHECK_EQ(f->thread, 0);
        CHECK(f->has_other);
        CHECK_EQ(f->other_thread, 32);
        CHECK_HAS(f->message, "thread (32,0,0) has left the kernel");
    }
    bench_free(b);
}

// Not told as a branch round the barrier, but as what it is: threads that have left.
TEST(early_return) {
    for (u32 n = 33; n < 64; n += 15) { // 33, 48, 63: in the middle of the second warp
        Bench *b = before_volta(1, true);
        const u64 in = bench_floats(b, 64), out = bench_zeros(b, 256);
        CHECK_EQ(bench_run(b, "early_return", 1, 64, in, out, n), 0);
        const Finding *f = bench_finding(b, CHECK_BARRIER, "after_leaving");
        if (f) {
            CHECK(!f->fatal);
            CHECK(f->has_other);
            CHECK_EQ(f->other_thread, n);
            CHECK_EQ(other_line(f), bench_line(b, "leaves"));
            CHECK_STR(f->other_what, "left the kernel");
            CHECK_HAS(f->message, "has left the kernel before it");
            CHECK_HAS(f->next, "Do not let any thread return before the last barrier");
        }
        bench_free(b);
    }
}

// Only the last block has such threads.
TEST(early_return_in_the_last_block) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = before_volta(workers, false);
        const u64 in = bench_floats(b, 64 * 40), out = bench_zeros(b, 4 * 64 * 40);
        CHECK_EQ(bench_run(b, "early_return", 40, 64, in, out, 64 * 40), 0);
        CHECK_CLEAN(b);
        CHECK_EQ(bench_run(b, "early_return", 40, 64, in, out, 64 * 40 - 7), 0);
        const Finding *f = bench_finding(b, CHECK_BARRIER, "after_leaving");
        if (f) {
            CHECK_EQ(f->block, 39);
            CHECK_EQ(f->count, 1);
            CHECK_EQ(f->other_thread, 57);
        }
        bench_free(b);
    }
}

TEST(in_a_loop_of_different_length) {
    Bench *b = bench_new("barriers", 1, false);
    s32 rounds[32] = {0};
    for (int i = 0; i < 32; i++) rounds[i] = 3;
    const u64 same = bench_copy(b, rounds, sizeof rounds), out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "in_loop", 1, 32, out, same), 0);
    CHECK_CLEAN(b);
    rounds[9] = 2;
    const u64 fewer = bench_copy(b, rounds, sizeof rounds);
    CHECK_EQ(bench_run(b, "in_loop", 1, 32, out, fewer), cudaErrorLaunchFailure);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "in_loop");
    if (f) CHECK_HAS(f->message, "thread (9,0,0) does not");
    bench_free(b);
}

TEST(different_barriers) {
    Bench *b = bench_new("barriers", 1, true);
    const u64 out = bench_zeros(b, 256);
    CHECK_EQ(bench_run(b, "different_barriers", 1, 64, out), cudaErrorLaunchFailure);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "barrier_1");
    if (f) {
        CHECK(f->fatal && f->has_other);
        CHECK_EQ(other_line(f), bench_line(b, "barrier_2"));
        CHECK_HAS(f->message, "The block is deadlocked");
        CHECK_EQ(f->other_thread, 32);
    }
    bench_free(b);
}

TEST(waits_for_too_many) {
    Bench *b = bench_new("barriers", 1, false);
    const u64 out = bench_zeros(b, 1024);
    CHECK_EQ(bench_run(b, "too_many", 2, 128, out), 0);
    CHECK_CLEAN(b);
    CHECK_EQ(bench_run(b, "too_many", 1, 64, out), cudaErrorLaunchFailure);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "too_many");
    if (f) CHECK_HAS(f->message, "The block is deadlocked");
    bench_free(b);
}

TEST(shuffle_in_a_branch) {
    Bench *b = bench_new("barriers", 1, false);
    const u64 out = bench_zeros(b, 128);
    bench_run(b, "shuffle_in_branch", 1, 32, out);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "shuffle");
    if (f) {
        CHECK_EQ(f->thread, 0);
        CHECK_HAS(f->message, "0xffffffff");
        CHECK_HAS(f->message, "(mask 0xffff0000) that do not execute it");
    }
    bench_free(b);
}

TEST(vote_of_those_who_stay) {
    Bench *b = bench_new("barriers", 1, true);
    const u64 out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "vote_of_those_who_stay", 1, 32, out), 0);
    CHECK_CLEAN(b);
    const u32 *got = bench_at(b, out);
    CHECK_EQ(got[0], 0xaaaa);
    CHECK_EQ(got[31], 31);
    bench_free(b);
}

TEST(vote_that_does_not_name_a_lane) {
    Bench *b = bench_new("barriers", 1, false);
    const u64 out = bench_zeros(b, 128);
    bench_run(b, "vote_not_named", 1, 32, out);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "vote");
    if (f) {
        CHECK_EQ(f->thread, 16);
        CHECK_HAS(f->message, "does not include that lane");
    }
    bench_free(b);
}

TEST(right_barriers) {
    for (u32 workers = 1; workers <= 2; workers++) {
        Bench *b = bench_new("barriers", workers, true);
        const u32 blocks = 40, n = blocks * 64;
        const u64 in = bench_floats(b, n), out = bench_zeros(b, 4 * n), ints = bench_ints(b, n);
        CHECK_EQ(bench_run(b, "same_for_all", 1, 64, out, 0), 0);
        CHECK_EQ(bench_run(b, "same_for_all", 1, 64, out, 3), 0);
        CHECK_EQ(bench_run(b, "whole_blocks_leave", blocks, 64, out, 17), 0);
        CHECK_EQ(bench_run(b, "leave_after", 1, 64, out), 0);
        CHECK_EQ(bench_run(b, "guarded_work", blocks, 64, in, out, n - 7), 0);
        CHECK_EQ(bench_run(b, "after_divergence", 1, 64, ints, out), 0);
        CHECK_EQ(bench_run(b, "barrier_in_function", 1, 64, ints, out), 0);
        CHECK_EQ(bench_run(b, "shuffle_of_some", 1, 32, out), 0);
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

// Lanes that have left are not waited for, whatever the mask says.
TEST(shuffle_after_return) {
    for (u32 n = 1; n <= 32; n++) {
        Bench *b = bench_new("barriers", 1, false);
        const u64 in = bench_ints(b, 32), out = bench_zeros(b, 128);
        CHECK_EQ(bench_run(b, "shuffle_after_return", 1, 32, in, out, n), 0);
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

// A return deep in a branch that nobody takes does not keep the lanes apart.
TEST(return_that_is_not_taken) {
    Bench *b = before_volta(1, true);
    s32 values[64];
    for (int i = 0; i < 64; i++) values[i] = i;
    const u64 in = bench_copy(b, values, sizeof values), out = bench_zeros(b, 256), error = bench_zeros(b, 4);
    CHECK_EQ(bench_run(b, "return_on_error", 1, 64, in, out, error), 0);
    CHECK_CLEAN(b);
    CHECK_EQ(((s32 *)bench_at(b, out))[0], 127);
    values[30] = -1;
    const u64 bad = bench_copy(b, values, sizeof values);
    CHECK_EQ(bench_run(b, "return_on_error", 1, 64, bad, out, error), 0);
    const Finding *f = bench_finding(b, CHECK_BARRIER, "after_error");
    if (f) CHECK_EQ(f->other_thread, 30);
    CHECK_EQ(*(s32 *)bench_at(b, error), 30);
    bench_free(b);
}

CHECK_MAIN()
