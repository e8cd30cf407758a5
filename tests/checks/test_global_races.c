// Races in global memory, inside a block and between blocks; right patterns are not reported.
#include "tests/checks/races.h"

// Launches one of the faulty kernels with what it needs. Every buffer is large enough for 64 blocks of 64
// threads.
static int run_faulty(Bench *b, const char *kernel, u32 blocks, u32 threads) {
    const u32 n = blocks * threads;
    const u64 in = bench_ints(b, n), a = bench_ints(b, 8 * n + 64), out = bench_zeros(b, 4 * n + 256);
    if (strcmp(kernel, "in_place") == 0 || strcmp(kernel, "in_place_with_barrier") == 0)
        return bench_run(b, kernel, blocks, threads, a, n);
    if (strcmp(kernel, "clear_then_add") == 0 || strncmp(kernel, "plain_", 6) == 0 ||
        strcmp(kernel, "blocks_write") == 0)
        return bench_run(b, kernel, blocks, threads, in, a);
    if (strcmp(kernel, "add_and_read") == 0 || strcmp(kernel, "broadcast_and_write") == 0)
        return bench_run(b, kernel, blocks, threads, a, out);
    if (strcmp(kernel, "transpose_in_place") == 0) return bench_run_2d(b, kernel, 8, 8, 8, 8, a, 64);
    if (strcmp(kernel, "bytes_overlap") == 0) return bench_run(b, kernel, blocks, threads, in, a, n);
    if (strcmp(kernel, "chain") == 0 || strcmp(kernel, "fields") == 0 ||
        strcmp(kernel, "overlapping_vectors") == 0)
        return bench_run(b, kernel, blocks, threads, a);
    return bench_run(b, kernel, blocks, threads, in, a, out);
}

static const struct {
    const char *kernel;
    u32 blocks, threads;
    const char *one, *two;
} races[] = {
    {"blocks_write", 40, 64, "same_elements", "same_elements"},
    {"in_place", 1, 32, "neighbours", "in_place"},
    {"in_place", 1, 64, "neighbours", "in_place"},
    {"in_place", 40, 64, "neighbours", "in_place"},
    {"in_place_with_barrier", 40, 64, "edge_read", "edge_write"},
    {"plain_sum", 1, 32, "plain_sum", "plain_sum"},
    {"plain_sum", 40, 64, "plain_sum", "plain_sum"},
    {"plain_sum", 2100, 1, "plain_sum", "plain_sum"},
    {"plain_histogram", 40, 64, "plain_count", "plain_count"},
    {"clear_then_add", 40, 64, "clear", "add"},
    {"clear_then_add", 2, 32, "clear", "add"},
    {"add_then_read", 40, 64, "add_first", "read_early"},
    {"add_and_read", 40, 64, "own_add", "own_read"},
    {"transpose_in_place", 64, 64, "transpose_read", "transpose_write"},
    {"bytes_overlap", 40, 64, "own_byte", "extra_byte"},
    {"scratch", 1, 64, "scratch_write", "scratch_read"},
    {"scratch", 1, 32, "scratch_write", "scratch_read"},
    {"scratch_of_warp", 1, 64, "warp_write", "warp_read"},
    {"broadcast_and_write", 1, 32, "all_read", "one_writes"},
    {"broadcast_and_write", 40, 64, "all_read", "one_writes"},
    {"chain", 40, 64, "chain", "chain"},
    {"fields", 40, 64, "field", "field"},
    {"overlapping_vectors", 40, 64, "four", "two"},
};

TEST(every_race_is_found) {
    EACH_WAY(workers, details) {
        for (size_t i = 0; i < sizeof races / sizeof *races; i++)
            for (int repeat = 0; repeat < (workers > 1 ? 3 : 1); repeat++) {
                Bench *b = bench_new("global_races", workers, details);
                CHECK_EQ(run_faulty(b, races[i].kernel, races[i].blocks, races[i].threads), 0);
                CHECK_RACES(b, races[i].kernel, races[i].one, races[i].two, workers);
                bench_free(b);
            }
    }
}

// Without the barrier at fault only the threads at the edges of blocks are found, with the block they meet.
TEST(edges_of_blocks) {
    Bench *b = bench_new("global_races", 1, true);
    const u64 a = bench_ints(b, 256);
    CHECK_EQ(bench_run(b, "in_place_with_barrier", 4, 64, a, 256), 0);
    const Finding *f = race_between(b, "edge_read", "edge_write");
    CHECK(f != NULL);
    if (f) {
        CHECK_EQ(f->block, 1);
        CHECK_EQ(f->other_block, 0);
        CHECK_HAS(f->next, "Blocks of one launch");
        CHECK_HAS(f->message, "global memory");
    }
    bench_free(b);
}

TEST(advice_inside_a_block) {
    Bench *b = bench_new("global_races", 1, true);
    CHECK_EQ(run_faulty(b, "scratch", 1, 64), 0);
    const Finding *f = race_between(b, "scratch_write", "scratch_read");
    if (f) CHECK_HAS(f->next, "__syncthreads()");
    bench_free(b);
    b = bench_new("global_races", 1, true);
    CHECK_EQ(run_faulty(b, "scratch", 1, 32), 0);
    f = race_between(b, "scratch_write", "scratch_read");
    if (f) CHECK_HAS(f->next, "__syncwarp()");
    bench_free(b);
}

// What a launch leaves is not a race with the next one.
TEST(launches_are_ordered) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("global_right", workers, details);
        const u64 out = bench_raw(b, 4 * 256), a = bench_floats(b, 40 * 64), in = bench_floats(b, 40 * 64);
        for (int k = 0; k < 5; k++) {
            CHECK_EQ(bench_run(b, "fill_table", 4, 64, 0x40000000), 0);
            CHECK_EQ(bench_run(b, "use_table", 4, 64, out), 0);
            CHECK_EQ(bench_run(b, "add_in_place", 40, 64, a, in, 40 * 64), 0);
            CHECK_EQ(bench_run(b, "reverse_in_place", 40, 64, a, 40 * 64), 0);
            CHECK_EQ(bench_run(b, "reverse_in_block", 40, 64, a), 0);
        }
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

TEST(right_patterns) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("global_right", workers, details);
        const u32 blocks = 40, threads = 128, n = blocks * threads;
        const u64 a = bench_floats(b, 4 * n), in = bench_floats(b, n), ints = bench_ints(b, n),
                  out = bench_raw(b, 24 * n), small = bench_zeros(b, 1024), more = bench_zeros(b, 1024);
        CHECK_EQ(bench_run(b, "add_in_place", blocks, threads, a, in, n - 7), 0);
        CHECK_EQ(bench_run(b, "grid_stride", 17, threads, in, out, n - 7), 0);
        CHECK_EQ(bench_run(b, "histogram", blocks, threads, ints, small, n - 7), 0);
        CHECK_EQ(((s32 *)bench_at(b, small))[15], (n - 16) / 16);
        CHECK_EQ(bench_run(b, "sum", blocks, threads, in, more, n), 0);
        CHECK_EQ(bench_run(b, "bytes", blocks, threads, ints, out, n - 7), 0);
        CHECK_EQ(bench_run(b, "structures", blocks, threads, out, in, n - 7), 0);
        CHECK_EQ(bench_run(b, "fields", blocks, threads, out, n / 2 - 7), 0);
        CHECK_EQ(bench_run(b, "vectors", blocks, threads, a, out, n - 7), 0);
        CHECK_EQ(bench_run(b, "scratch", blocks, threads, in, a, out), 0);
        CHECK_EQ(bench_run_2d(b, "transpose_pairs", 8, 8, 8, 8, a, 64), 0);
        CHECK_EQ(bench_run(b, "warp_row", blocks, threads, a), 0);
        CHECK_EQ(bench_run(b, "compact", blocks, threads, ints, out, small, n), 0);
        CHECK_EQ(bench_run(b, "highest", blocks, threads, in, more, n), 0);
        CHECK_EQ(((float *)bench_at(b, more))[0], n * (n - 1) / 2); // the sum is higher than any element
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

TEST(flags_of_one_value) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("global_right", workers, details);
        const u64 ints = bench_ints(b, 40 * 128), flag = bench_zeros(b, 4);
        CHECK_EQ(bench_run(b, "found", 40, 128, ints, flag, 40 * 128), 0);
        CHECK_CLEAN(b);
        CHECK_EQ(*(s32 *)bench_at(b, flag), 1);
        bench_free(b);
    }
}

// Blocks that order themselves by fences.
TEST(fences) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("global_right", workers, details);
        const u32 blocks = 40;
        const u64 in = bench_floats(b, blocks * 128), partial = bench_raw(b, 4 * blocks),
                  total = bench_raw(b, 4);
        for (int k = 0; k < 3; k++) CHECK_EQ(bench_run(b, "last_block", blocks, 128, in, partial, total), 0);
        CHECK_EQ(*(float *)bench_at(b, total), 40 * 128 * (40 * 128 - 1) / 2);
        const u64 ints = bench_ints(b, blocks), flags = bench_zeros(b, 4 * blocks),
                  sums = bench_raw(b, 4 * blocks), out = bench_raw(b, 4 * blocks * 128);
        CHECK_EQ(bench_run(b, "look_back", blocks, 128, ints, flags, sums, out), 0);
        CHECK_EQ(((s32 *)bench_at(b, out))[39 * 128], 38 * 39 / 2);
        CHECK_CLEAN(b);
        bench_free(b);
    }
}

TEST(same_report_in_50_repeats) {
    char first[2000] = "", again[2000];
    for (int repeat = 0; repeat < 50; repeat++) {
        Bench *b = bench_new("global_races", 1, true);
        run_faulty(b, "in_place_with_barrier", 4, 64);
        run_faulty(b, "plain_sum", 4, 64);
        run_faulty(b, "chain", 4, 64);
        CHECK(b->s->findings.count >= 3);
        CHECK_STR(bench_findings(b, again, sizeof again), repeat ? first : again);
        memcpy(first, again, sizeof first);
        bench_free(b);
    }
}

CHECK_MAIN()
