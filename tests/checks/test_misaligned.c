// Misaligned accesses: found at the right line and thread; no aligned one is.
#include "tests/checks/kernels.h"

static void expect(const Bench *b, int error, const char *where, u32 thread, const char *words) {
    CHECK_EQ(error, cudaErrorMisalignedAddress);
    CHECK_EQ(b->s->findings.count, 1);
    const Finding *f = bench_finding(b, CHECK_MISALIGNED, where);
    if (!f) return;
    CHECK_EQ(f->block, 0);
    CHECK_EQ(f->thread, thread);
    CHECK(f->fatal);
    CHECK(f->next[0]);
    CHECK_HAS(f->message, words);
}

// Kernels that take an offset, in units of their own; aligned where it is a multiple of `step`.
static const struct {
    const char *kernel, *where, *words;
    u32 step, last;
    bool store; // only the output matters
} offsets[] = {
    {"load_pair", "load_pair", "This would read 8 bytes at address 0x", 2, 8, false},
    {"store_four", "store_four", "This would write 16 bytes at address 0x", 4, 8, true},
    {"load_int", "load_int", "This would read 4 bytes at address 0x", 4, 12, false},
    {"load_double", "load_double", "which is not a multiple of 8", 8, 24, false},
    {"atomic_word", "atomic_word", "which is not a multiple of 4", 4, 8, true},
};

TEST(every_offset) {
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        for (u32 offset = 0; offset <= offsets[i].last; offset++) {
            Bench *b = bench_new("misaligned", 1, false);
            const u64 in = bench_floats(b, 256), out = bench_zeros(b, 1024);
            const int error = offsets[i].store ? bench_run(b, offsets[i].kernel, 1, 32, out, offset)
                                               : bench_run(b, offsets[i].kernel, 1, 32, in, out, offset);
            if (offset % offsets[i].step) {
                expect(b, error, offsets[i].where, 0, offsets[i].words);
            } else {
                CHECK_EQ(error, 0);
                CHECK_CLEAN(b);
            }
            bench_free(b);
        }
}

TEST(one_lane_only) {
    Bench *b = bench_new("misaligned", 1, false);
    const u64 in = bench_floats(b, 64), out = bench_zeros(b, 256);
    expect(b, bench_run(b, "one_lane", 1, 32, in, out), "one_lane", 5, "2 bytes at address 0x");
    bench_free(b);
    b = bench_new("misaligned", 1, false);
    const u64 too = bench_floats(b, 64), other = bench_zeros(b, 256);
    CHECK_EQ(bench_run(b, "one_lane", 1, 5, too, other), 0);
    CHECK_CLEAN(b);
    bench_free(b);
}

TEST(shared_memory) {
    Bench *b = bench_new("misaligned", 1, false);
    const u64 out = bench_zeros(b, 256);
    CHECK_EQ(bench_run(b, "shared_pair", 1, 64, out, 6), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "shared_pair", 1, 64, out, 3), "shared_pair", 0,
           "8 bytes at byte 12 of shared memory, which is not a multiple of 8");
    bench_free(b);
}

TEST(two_dynamic_arrays) {
    Bench *b = bench_new("misaligned", 1, false);
    const u64 out = bench_zeros(b, 8 * 32);
    b->shared = 16 + 8 * 32;
    CHECK_EQ(bench_run(b, "two_arrays", 1, 32, out, 16), 0);
    CHECK_CLEAN(b);
    expect(b, bench_run(b, "two_arrays", 1, 32, out, 13), "two_arrays", 0,
           "8 bytes at byte 13 of shared memory");
    bench_free(b);
}

CHECK_MAIN()
