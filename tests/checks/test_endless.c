// Endless kernels are stopped, with the line that spins; long ones are not.
#include "tests/checks/kernels.h"

enum { BUDGET = 3000000 };

static void expect(const Bench *b, int error, const char *where, const char *or_where) {
    CHECK_EQ(error, cudaErrorLaunchTimeout);
    CHECK_EQ(bench_count(b, CHECK_TIMEOUT), 1);
    const Finding *f = NULL;
    for (int i = 0; i < b->s->findings.count; i++)
        if (b->s->findings.list[i].check == CHECK_TIMEOUT) f = &b->s->findings.list[i];
    if (!f) return;
    const int line = finding_line(f);
    if (line != bench_line(b, where) && line != bench_line(b, or_where))
        check_fail_format(__FILE__, __LINE__, "line %d, expected %s (%d)", line, where, bench_line(b, where));
    CHECK(f->fatal);
    CHECK(f->next[0]);
    CHECK_HAS(f->message, "it does not seem to end");
    CHECK_HAS(f->message, "3 million thread-instructions");
}

TEST(waits_for_a_flag) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("endless", workers, false);
        b->budget = BUDGET;
        const u64 flag = bench_zeros(b, 4);
        expect(b, bench_run(b, "spin", 64, 64, flag), "spin", "spin");
        bench_free(b);
    }
}

TEST(step_forgotten) {
    Bench *b = bench_new("endless", 1, false);
    b->budget = BUDGET;
    const u64 out = bench_zeros(b, 256);
    expect(b, bench_run(b, "no_step", 1, 64, out, 10), "no_step", "no_step_body");
    bench_free(b);
}

TEST(unsigned_never_below_zero) {
    Bench *b = bench_new("endless", 1, false);
    b->budget = BUDGET;
    const u64 out = bench_zeros(b, 128);
    expect(b, bench_run(b, "unsigned_countdown", 1, 1, out, 10), "countdown", "countdown");
    bench_free(b);
}

TEST(loop_with_barriers) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("endless", workers, false);
        b->budget = BUDGET;
        const u64 flag = bench_zeros(b, 4), out = bench_zeros(b, 256);
        expect(b, bench_run(b, "with_barrier", 1, 64, flag, out), "barrier_1", "barrier_2");
        bench_free(b);
    }
}

TEST(lock_never_given_back) {
    Bench *b = bench_new("endless", 2, false);
    b->budget = BUDGET;
    const u64 lock = bench_zeros(b, 4), out = bench_zeros(b, 256);
    expect(b, bench_run(b, "lock", 2, 32, lock, out), "lock", "lock");
    bench_free(b);
}

TEST(in_a_function) {
    Bench *b = bench_new("endless", 1, false);
    b->budget = BUDGET;
    const u64 flag = bench_zeros(b, 4), out = bench_zeros(b, 256);
    expect(b, bench_run(b, "spin_in_function", 1, 64, flag, out), "in_function", "in_function");
    bench_free(b);
}

// What a launch needs is known by then: a budget of that much is enough.
TEST(long_loops_end) {
    for (u32 workers = 1; workers <= 2; workers++) {
        Bench *b = bench_new("endless", workers, false);
        const u64 out = bench_zeros(b, 4 * 64 * 64), flag = bench_ints(b, 2);
        CHECK_EQ(bench_run(b, "long_loop", 64, 64, out, 1000), 0);
        b->budget = b->s->last_spent;
        CHECK_EQ(bench_run(b, "long_loop", 64, 64, out, 1000), 0);
        CHECK_EQ(bench_run(b, "spin", 64, 64, flag + 4), 0); // the flag is set
        CHECK_CLEAN(b);
        b->budget = 0; // no limit
        CHECK_EQ(bench_run(b, "long_loop", 64, 64, out, 1000), 0);
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

// More blocks than there is room for: those that wait for all never see the last ones begin, and need not spend the budget to
// show it. Where they give up after a while they are none of these.
TEST(blocks_without_room) {
    for (u32 workers = 1; workers <= 2; workers++) {
        Bench *b = bench_new("endless", workers, false);
        b->budget = 1000 * 1000 * 1000;
        const u64 arrived = bench_zeros(b, 4), others = bench_zeros(b, 4);
        CHECK_EQ(bench_run(b, "gives_up_waiting", 300, 1024, arrived), 0);
        CHECK_CLEAN(b);
        CHECK_EQ(bench_run(b, "waits_for_all", 300, 1024, others), cudaErrorLaunchTimeout);
        const Finding *f = bench_finding(b, CHECK_TIMEOUT, "waits_for_all");
        if (f) CHECK_HAS(f->message, "The kernel would never end: its loop at this line waits");
        CHECK(b->s->last_spent < 500 * 1000 * 1000);
        bench_free(b);
    }
}

// Blocks that end, and of which there is no time for all: no loop that goes on for ever.
TEST(too_much_work) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("endless", workers, false);
        const u64 out = bench_zeros(b, 4 * 64 * 256);
        b->budget = BUDGET;
        CHECK_EQ(bench_run(b, "long_loop", 256, 64, out, 1000), cudaErrorLaunchTimeout);
        const Finding *f = bench_finding(b, CHECK_TIMEOUT, "long_loop");
        if (f) {
            CHECK_HAS(f->message, "Its blocks come to an end, but they do too much work: ");
            CHECK_HAS(f->message, " of 256 had ended");
            CHECK_HAS(f->message, "the loop at this line");
        }
        bench_free(b);
    }
}

// A warp takes about as long with one thread as with eight, and as much of the budget.
TEST(one_lane_counts_for_eight) {
    Bench *b = bench_new("endless", 1, false);
    const u64 out = bench_zeros(b, 4 * 64 * 64);
    u64 spent[3];
    static const u32 threads[] = {1, 8, 16};
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(bench_run(b, "long_loop", 64, threads[i], out, 1000), 0);
        spent[i] = b->s->last_spent;
    }
    CHECK_EQ(spent[0], spent[1]);
    CHECK_EQ(2 * spent[1], spent[2]);
    bench_free(b);
}

CHECK_MAIN()
