// Races in shared memory: every missing barrier is found, between the right lines; right patterns are left in
// peace.
#include "tests/checks/races.h"

static const struct {
    const char *kernel;
    u32 threads;
    const char *one, *two; // the lines of the two parties
} races[] = {
    {"missing_first_barrier", 64, "first_write", "first_read"},
    {"write_write", 256, "both_write", "both_write"},
    {"warp_write_write", 32, "lanes_write", "lanes_write"},
    {"warp_read_write", 32, "warp_write", "warp_read"},
    {"warp_broadcast", 32, "broadcast_read", "broadcast_write"},
    {"clear_and_add", 32, "clear", "add"},
    {"clear_and_add", 256, "clear", "add"},
    {"add_and_read", 32, "add_first", "read_early"},
    {"add_and_read", 256, "add_first", "read_early"},
    {"tree", 256, "tree", "tree"},
    {"last_warp", 64, "last_warp", "last_warp"},
    {"histogram", 256, "count", "count"},
    {"bytes", 256, "byte_write", "byte_read"},
    {"vectors", 256, "vector_write", "scalar_read"},
    {"write_after_barrier", 256, "old_read", "new_write"},
    {"other_warp", 64, "own_warp_write", "other_warp_read"},
};

TEST(every_race_is_found) {
    EACH_WAY(workers, details) {
        for (size_t i = 0; i < sizeof races / sizeof *races; i++) {
            const u32 threads = races[i].threads, blocks = 2048 / threads + 3, count = blocks * threads;
            Bench *b = bench_new("shared_races", workers, details);
            const u64 in = bench_ints(b, 4 * count), out = bench_zeros(b, 4 * count);
            CHECK_EQ(bench_run(b, races[i].kernel, blocks, threads, in, out), 0);
            CHECK_RACES(b, races[i].kernel, races[i].one, races[i].two, workers);
            bench_free(b);
        }
    }
}

TEST(missing_second_barrier) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("shared_races", workers, details);
        const u64 in = bench_ints(b, 64 * 4), out = bench_zeros(b, 4 * 64 * 40);
        CHECK_EQ(bench_run(b, "missing_second_barrier", 40, 64, in, out, 1), 0);
        CHECK_CLEAN(b); // one tile needs no second barrier
        CHECK_EQ(bench_run(b, "missing_second_barrier", 40, 64, in, out, 4), 0);
        CHECK_RACES(b, "missing_second_barrier", "second_write", "second_read", workers);
        bench_free(b);
    }
}

// Who, and with whom: thread 32 + k writes what thread 31 - k reads too early.
TEST(both_parties_are_named) {
    Bench *b = bench_new("shared_races", 1, true);
    const u64 in = bench_ints(b, 128), out = bench_zeros(b, 512);
    CHECK_EQ(bench_run(b, "missing_first_barrier", 2, 64, in, out), 0);
    const Finding *f = race_between(b, "first_write", "first_read");
    CHECK(f != NULL);
    if (f) {
        CHECK_EQ(finding_line(f), bench_line(b, "first_write"));
        CHECK_EQ(other_line(f), bench_line(b, "first_read"));
        CHECK_EQ(f->block, 0);
        CHECK_EQ(f->thread, 32);
        CHECK_EQ(f->other_thread, 31);
        CHECK_EQ(f->other_block, 0);
        CHECK_STR(f->other_what, "read it");
        CHECK_EQ(f->count, 64); // 32 threads in each of 2 blocks
        CHECK_HAS(f->message, "shared memory");
        CHECK_HAS(f->next, "__syncthreads()");
    }
    bench_free(b);
}

// Lanes of one warp need no barrier of the block: the advice says so.
TEST(advice_for_one_warp) {
    Bench *b = bench_new("shared_races", 1, true);
    const u64 in = bench_ints(b, 32), out = bench_zeros(b, 128);
    CHECK_EQ(bench_run(b, "warp_read_write", 1, 32, in, out), 0);
    const Finding *f = race_between(b, "warp_write", "warp_read");
    CHECK(f != NULL);
    if (f) CHECK_HAS(f->next, "__syncwarp()");
    bench_free(b);
}

static const struct {
    const char *kernel;
    u32 threads;
} right[] = {
    {"warp_tree", 64},      {"volatile_tree", 64}, {"shuffle_tree", 256},     {"block_tree", 256},
    {"hillis_steele", 256}, {"blelloch", 128},     {"narrow", 256},           {"structures", 64},
    {"vectors_right", 256}, {"columns", 64},       {"named_barriers", 128},   {"warp_private", 128},
    {"bitonic_sort", 128},  {"same_value", 256},   {"counting_barriers", 64}, {"atomic_histogram", 256},
};

TEST(right_patterns) {
    EACH_WAY(workers, details) {
        for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
            const u32 threads = right[i].threads, blocks = 2048 / threads + 3, count = blocks * threads;
            Bench *b = bench_new("shared_right", workers, details);
            const u64 in = bench_ints(b, 4 * count), out = bench_zeros(b, 4 * 4 * count);
            CHECK_EQ(bench_run(b, right[i].kernel, blocks, threads, in, out), 0);
            CHECK_CLEAN(b);
            if (check_failed) fprintf(stderr, "# %s\n", right[i].kernel);
            bench_free(b);
        }
    }
}

TEST(right_tiles) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("shared_right", workers, details);
        const u32 n = 64;
        const u64 in = bench_floats(b, n * n), out = bench_raw(b, 4 * n * n), in2 = bench_floats(b, n * n);
        CHECK_EQ(bench_run_2d(b, "tiled_product", n / 16, n / 16, 16, 16, in, in2, out, n), 0);
        CHECK_EQ(bench_run_2d(b, "transpose", n / 32, n / 32, 32, 8, in, out, n), 0);
        CHECK_EQ(((float *)bench_at(b, out))[5 * n + 3], 3 * n + 5);
        CHECK_EQ(bench_run(b, "double_buffer", 40, 64, in, out, 5), 0);
        CHECK_EQ(bench_run(b, "producer_consumer", 1, 64, in, out, 6), 0);
        CHECK_EQ(((float *)bench_at(b, out))[5 * 32 + 1], 30 + 5);
        for (u32 size = 1; size < 3000; size += 777)
            CHECK_EQ(bench_run(b, "stencil_halo", (size + 63) / 64, 64, in, out, size), 0);
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

// The word for the report is made from the same list of findings each time.
TEST(same_report_in_50_repeats) {
    char first[2000] = "", again[2000];
    for (int repeat = 0; repeat < 50; repeat++) {
        Bench *b = bench_new("shared_races", 1, true);
        const u64 in = bench_ints(b, 1024), out = bench_zeros(b, 4096);
        bench_run(b, "missing_first_barrier", 4, 64, in, out);
        bench_run(b, "tree", 4, 256, in, out);
        bench_run(b, "histogram", 4, 256, in, out);
        bench_run(b, "vectors", 1, 256, in, out);
        CHECK(b->s->findings.count >= 4);
        CHECK_STR(bench_findings(b, again, sizeof again), repeat ? first : again);
        memcpy(first, again, sizeof first);
        bench_free(b);
    }
}

CHECK_MAIN()
