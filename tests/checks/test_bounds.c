// Out-of-bounds accesses: found at the right line and thread, with the allocation's size and the distance.
#include "tests/checks/kernels.h"

static void expect(const Bench *b, int error, const char *where, u64 block, u32 thread, const char *words) {
    CHECK_EQ(error, cudaErrorIllegalAddress);
    CHECK_EQ(b->s->findings.count, 1);
    const Finding *f = bench_finding(b, CHECK_OUT_OF_BOUNDS, where);
    if (!f) return;
    CHECK_EQ(f->block, block);
    CHECK_EQ(f->thread, thread);
    CHECK_EQ(f->count, 1);
    CHECK(f->fatal);
    CHECK_HAS(f->message, words);
    CHECK(f->next[0]);
}

TEST(load_past_the_end) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("bounds", workers, workers == 1);
        const u64 in = bench_floats(b, 5000), out = bench_zeros(b, 4 * 8192);
        const int error = bench_run(b, "no_guard", 64, 128, in, out);
        expect(b, error, "load_past_end", 5000 / 128, 5000 % 128,
               "This would read 4 bytes, 0 bytes past the end of an allocation of 20000 bytes.");
        bench_free(b);
    }
}

TEST(one_too_many) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_zeros(b, 400);
    expect(b, bench_run(b, "at_or_below", 4, 32, out, 100), "store_past_end", 3, 4, "0 bytes past the end");
    bench_free(b);
}

TEST(before_the_start) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 in = bench_floats(b, 100), out = bench_zeros(b, 400);
    expect(b, bench_run(b, "left_neighbour", 4, 32, in, out, 100), "before_start", 0, 0,
           "This would read 4 bytes, 4 bytes before the start of an allocation of 400 bytes.");
    bench_free(b);
}

TEST(unsigned_index_wraps) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 in = bench_floats(b, 100), out = bench_zeros(b, 400);
    expect(b, bench_run(b, "unsigned_wrap", 4, 32, in, out, 100), "wrapped", 0, 0, "This would read 4 bytes");
    bench_free(b);
}

TEST(null_pointer) {
    Bench *b = bench_new("bounds", 1, false);
    const s32 five = 5;
    const u64 in = bench_copy(b, &five, 4);
    expect(b, bench_run(b, "null_pointer", 1, 32, in, 0), "null", 0, 0, "address 12: a null pointer");
    bench_free(b);
}

TEST(host_pointer) {
    Bench *b = bench_new("bounds", 1, false);
    int on_host = 0;
    expect(b, bench_run(b, "store_int", 1, 1, (u64)(uintptr_t)&on_host, 0, 1), "store", 0, 0,
           "which is not device memory");
    CHECK_EQ(on_host, 0);
    bench_free(b);
}

TEST(use_after_free) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 25);
    CHECK_EQ(bench_run(b, "store_int", 1, 1, out, 24, 1), 0);
    CHECK_CLEAN(b);
    CHECK(arena_release(b->s->arena, out));
    expect(b, bench_run(b, "store_int", 1, 1, out, 24, 1), "store", 0, 0,
           "memory that cudaFree has freed (an allocation of 100 bytes)");
    bench_free(b);
}

// What is far off is still told against the nearest allocation.
TEST(far_away) {
    static const struct {
        s32 at;
        const char *words;
    } cases[] = {
        {100, "0 bytes past the end of an allocation of 400 bytes"},
        {1100, "4000 bytes past the end of an allocation of 400 bytes"},
        {-1, "4 bytes before the start of an allocation of 400 bytes"},
        {-1000, "4000 bytes before the start of an allocation of 400 bytes"},
        {0x7fffffff, "bytes past the end of an allocation of 400 bytes"},
        {-0x7fffffff - 1, "which is not device memory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bench *b = bench_new("bounds", 1, false);
        const u64 a = bench_ints(b, 100);
        expect(b, bench_run(b, "store_int", 1, 1, a, (u32)cases[i].at, 1), "store", 0, 0, cases[i].words);
        bench_free(b);
        b = bench_new("bounds", 1, false);
        const u64 in = bench_ints(b, 100);
        const u64 out = in; // the kernel reads first
        expect(b, bench_run(b, "load_int", 1, 1, in, (u32)cases[i].at, out), "load", 0, 0, cases[i].words);
        bench_free(b);
    }
}

TEST(last_bytes_past_the_end) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_zeros(b, 16 * 10 + 8); // room for ten and a half
    expect(b, bench_run(b, "store_vector", 1, 32, out, 11), "vector", 0, 10,
           "This would write 16 bytes, the last of them past the end of an allocation of 168 bytes");
    bench_free(b);
}

TEST(odd_sizes) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_zeros(b, 2 * 31 + 1);
    expect(b, bench_run(b, "store_halves", 1, 32, out, 1), "halves", 0, 31, "the last of them past the end");
    bench_free(b);
}

TEST(atomics) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 8);
    expect(b, bench_run(b, "add_atomically", 1, 1, out, 8), "atomic", 0, 0, "0 bytes past the end");
    bench_free(b);
}

TEST(shared_memory) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 32);
    CHECK_EQ(bench_run(b, "shared_index", 1, 32, out, 15), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "shared_index", 1, 32, out, 16), "shared", 0, 0,
           "4 bytes at byte 64 of shared memory; the block has 64 bytes");
    bench_free(b);
}

TEST(dynamic_shared_memory) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 32);
    b->shared = 4 * 32 * 3;
    CHECK_EQ(bench_run(b, "dynamic_shared", 1, 32, out, 3), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "dynamic_shared", 1, 32, out, 4), "dynamic", 0, 0, "the block has 384 bytes");
    bench_free(b);
    b = bench_new("bounds", 1, false);
    b->shared = 4 * 32 * 3 + 40; // room for ten threads more
    const u64 again = bench_ints(b, 32);
    expect(b, bench_run(b, "dynamic_shared", 1, 32, again, 4), "dynamic", 0, 10, "the block has 424 bytes");
    bench_free(b);
}

TEST(local_arrays) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 32);
    CHECK_EQ(bench_run(b, "local_index", 1, 32, out, 7, 3), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "local_index", 1, 32, out, 8, 3), "local_store", 0, 0,
           "byte 32 of the thread's local memory, which has 32 bytes");
    bench_free(b);
}

TEST(device_variables) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 32);
    CHECK_EQ(bench_run(b, "variables", 1, 1, out, 3), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "variables", 1, 1, out, 5), "device_variable", 0, 0,
           "4 bytes past the end of the __device__ variable table of 16 bytes");
    bench_free(b);
    b = bench_new("bounds", 1, false);
    const u64 too = bench_ints(b, 32);
    CHECK_EQ(bench_run(b, "constants", 1, 32, too, 3), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "constants", 1, 32, too, 4), "constant_variable", 0, 0,
           "0 bytes past the end of the __constant__ variable weights of 16 bytes");
    bench_free(b);
}

TEST(inside_functions) {
    Bench *b = bench_new("bounds", 1, false);
    const u64 out = bench_ints(b, 8);
    expect(b, bench_run(b, "through_call", 1, 1, out, 8), "in_function", 0, 0, "0 bytes past the end");
    CHECK_STR(b->s->findings.list[0].function->display_name, "put");
    CHECK_STR(b->s->findings.list[0].kernel->display_name, "through_call");
    bench_free(b);
    b = bench_new("bounds", 1, false);
    const u64 too = bench_ints(b, 8);
    expect(b, bench_run(b, "through_inlined", 1, 1, too, 8), "inlined", 0, 0, "0 bytes past the end");
    bench_free(b);
}

// The first fault of the lowest block is told, whichever CPU thread comes to it first.
TEST(lowest_block_first) {
    for (u32 workers = 1; workers <= 3; workers++)
        for (int repeat = 0; repeat < 10; repeat++) {
            Bench *b = bench_new("bounds", workers, false);
            const u64 in = bench_floats(b, 3000), out = bench_zeros(b, 4 * 100 * 128);
            expect(b, bench_run(b, "no_guard", 100, 128, in, out), "load_past_end", 3000 / 128, 3000 % 128,
                   "0 bytes past the end");
            bench_free(b);
        }
}

TEST(guards_that_are_right) {
    for (u32 workers = 1; workers <= 2; workers++)
        for (u32 n = 1; n < 2100; n += 149) {
            Bench *b = bench_new("bounds", workers, false);
            const u64 in = bench_floats(b, n), out = bench_raw(b, 4 * n);
            CHECK_EQ(bench_run(b, "guarded", (n + 127) / 128 + 1, 128, in, out, n), 0);
            CHECK_CLEAN(b);
            bench_free(b);
        }
}

CHECK_MAIN()
