// Reads of memory that was never written: global, shared and local; and memory that only looks so.
#include "tests/checks/kernels.h"

static const Finding *expect(const Bench *b, const char *where, u64 block, u32 thread, const char *words) {
    CHECK_EQ(b->s->findings.count, 1);
    const Finding *f = bench_finding(b, CHECK_UNINITIALISED, where);
    if (!f) return NULL;
    CHECK_EQ(f->block, block);
    CHECK_EQ(f->thread, thread);
    CHECK(!f->fatal); // hardware goes on, and so does the kernel here
    CHECK(f->next[0]);
    CHECK_HAS(f->message, words);
    return f;
}

TEST(nothing_written) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("uninitialised", workers, workers == 1);
        const u64 in = bench_raw(b, 4 * 4000), out = bench_raw(b, 4 * 4000);
        CHECK_EQ(bench_run(b, "copy", 40, 100, in, out, 4000), 0);
        expect(
            b, "copy", 0, 0,
            "This reads 4 bytes at byte 0 of an allocation of 16000 bytes, where nothing has been written.");
        bench_free(b);
    }
}

TEST(a_part_not_written) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("uninitialised", workers, false);
        const u64 in = bench_raw(b, 4 * 4000), out = bench_raw(b, 4 * 4000);
        CHECK_EQ(bench_run(b, "fill", 40, 100, in, 0, 3777), 0);
        CHECK_EQ(bench_run(b, "fill", 40, 100, in, 3778, 4000), 0);
        CHECK_CLEAN(b);
        CHECK_EQ(bench_run(b, "copy", 40, 100, in, out, 4000), 0);
        const Finding *f = expect(b, "copy", 37, 77, "4 bytes at byte 15108 of an allocation of 16000 bytes");
        if (f) CHECK_EQ(f->count, 1);
        bench_free(b);
    }
}

TEST(what_was_written_may_be_read) {
    Bench *b = bench_new("uninitialised", 2, false);
    const u64 in = bench_raw(b, 4 * 4000), out = bench_raw(b, 4 * 4000), a = bench_raw(b, 128);
    CHECK_EQ(bench_run(b, "fill", 40, 100, in, 0, 3777), 0);
    CHECK_EQ(bench_run(b, "copy", 40, 100, in, out, 3777), 0);
    CHECK_EQ(bench_run(b, "copy", 40, 100, out, in, 3777), 0);
    CHECK_EQ(bench_run(b, "write_then_read", 1, 32, a, out), 0);
    arena_mark_written(b->s->arena, b->buffer[0], in + 4 * 3777, 4 * 223); // as cudaMemset does
    CHECK_EQ(bench_run(b, "copy", 40, 100, in, out, 4000), 0);
    CHECK_CLEAN(b);
    bench_free(b);
}

TEST(freed_and_allocated_again) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 in = bench_floats(b, 100), out = bench_raw(b, 400);
    CHECK(arena_release(b->s->arena, in));
    arena_renew(b->s->arena, in);
    CHECK_EQ(bench_run(b, "copy", 1, 100, in, out, 100), 0);
    expect(b, "copy", 0, 0, "byte 0 of an allocation of 400 bytes, where nothing");
    bench_free(b);
}

TEST(updates_read_too) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 out = bench_raw(b, 400), counter = bench_raw(b, 4);
    CHECK_EQ(bench_run(b, "add_to", 1, 100, out, 100), 0);
    expect(b, "add_to", 0, 0, "400 bytes");
    warpsim_clear(b->s);
    CHECK_EQ(bench_run(b, "count_up", 1, 64, counter), 0);
    const Finding *f = expect(b, "counter", 0, 0, "4 bytes at byte 0 of an allocation of 4 bytes");
    if (f) CHECK_EQ(f->count, 1); // the first thread has written it
    bench_free(b);
}

TEST(shared_memory) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 in = bench_floats(b, 64), out = bench_raw(b, 256);
    CHECK_EQ(bench_run(b, "forgotten_halo", 1, 64, in, out), 0);
    expect(b, "halo", 0, 63,
           "This reads 4 bytes at byte 260 of shared memory, where nothing has been written.");
    bench_free(b);
}

TEST(shared_memory_of_the_block_before) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("uninitialised", workers, false);
        const u64 out = bench_raw(b, 4 * 32 * 70);
        CHECK_EQ(bench_run(b, "left_by_last_block", 70, 32, out), 0);
        const Finding *f = expect(b, "left_over", 1, 0, "shared memory");
        if (f) CHECK_EQ(f->count, 69);
        bench_free(b);
    }
}

TEST(local_arrays) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 in = bench_ints(b, 16), out = bench_raw(b, 128);
    CHECK_EQ(bench_run(b, "local_array", 1, 32, in, out, 16, 3), 0);
    CHECK_EQ(bench_run(b, "local_array", 1, 2, in, out, 5, 3), 0);
    CHECK_CLEAN(b);
    CHECK_EQ(bench_run(b, "local_array", 1, 8, in, out, 5, 3), 0);
    const Finding *f = expect(b, "local", 0, 2, "4 bytes at byte 20 of the thread's local memory");
    if (f) CHECK_EQ(f->count, 6);
    bench_free(b);
}

// A launch does not see the local arrays of the one before.
TEST(local_arrays_start_anew) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 in = bench_ints(b, 16), out = bench_raw(b, 128);
    CHECK_EQ(bench_run(b, "local_array", 1, 32, in, out, 16, 0), 0);
    CHECK_CLEAN(b);
    CHECK_EQ(bench_run(b, "local_array", 1, 1, in, out, 3, 3), 0);
    expect(b, "local", 0, 0, "byte 12");
    bench_free(b);
}

TEST(local_arrays_partly_used) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 in = bench_ints(b, 16), out = bench_raw(b, 128);
    CHECK_EQ(bench_run(b, "local_partly", 1, 32, in, out, 2), 0);
    CHECK_EQ(((s32 *)bench_at(b, out))[0], 0 + 2 + 4 + 6 + 8 + 10 + 12 + 14);
    CHECK_EQ(((s32 *)bench_at(b, out))[1], 1 + 3 + 5 + 7 + 9 + 11 + 13 + 15);
    CHECK_CLEAN(b);
    bench_free(b);
}

TEST(holes_in_structures) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 m = bench_raw(b, 16 * 32), out = bench_raw(b, 128), copy = bench_raw(b, 16 * 32);
    CHECK_EQ(bench_run(b, "structures", 1, 32, m, out), 0);
    CHECK_EQ(bench_run(b, "copy_structures", 1, 32, m, copy), 0);
    CHECK_CLEAN(b);
    bench_free(b);
}

// An int of which three bytes are known may be the tail of a string; one of which nothing is known is told.
TEST(bytes) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 a = bench_raw(b, 32), out = bench_raw(b, 32);
    CHECK_EQ(bench_run(b, "bytes", 1, 32, a, out), 0);
    CHECK_CLEAN(b);
    const u64 again = bench_raw(b, 32);
    CHECK_EQ(bench_run(b, "bytes", 1, 20, again, out), 0);
    expect(b, "fourth_byte", 0, 5, "4 bytes at byte 20 of an allocation of 32 bytes");
    bench_free(b);
}

TEST(variables_start_as_zeros) {
    Bench *b = bench_new("uninitialised", 1, false);
    const u64 out = bench_raw(b, 128);
    CHECK_EQ(bench_run(b, "variables", 1, 32, out), 0);
    CHECK_CLEAN(b);
    bench_free(b);
}

CHECK_MAIN()
