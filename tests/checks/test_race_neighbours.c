// Races and none between words that share a record of the race check, launch by launch.
#include "tests/checks/races.h"

enum { BLOCKS = 40, THREADS = 64, WORDS = 2 * BLOCKS * THREADS };

static void launch(Bench *b, const char *kernel, u32 threads, u64 a, u64 choice) {
    warpsim_clear(b->s);
    CHECK_EQ(bench_run(b, kernel, BLOCKS, threads, a, choice), 0);
}

// Rows of odd lengths: their ends lie in the middle of eight bytes, which two blocks share.
TEST(odd_rows) {
    static const u32 lengths[] = {1, 3, 31, 33, 61};
    EACH_WAY(workers, details) {
        Bench *b = bench_new("neighbours", workers, details);
        const u64 a = bench_zeros(b, 4 * WORDS);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            launch(b, "rows", lengths[i], a, lengths[i]);
            CHECK_CLEAN(b);
            if (lengths[i] == 1) continue;
            launch(b, "rows", lengths[i], a, lengths[i] - 1); // the last one's column is the next one's first
            CHECK_RACES(b, "rows", "rows", "rows", workers);
        }
        bench_free(b);
    }
}

TEST(several_widths) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("neighbours", workers, details);
        const u64 a = bench_zeros(b, 4 * WORDS);
        launch(b, "widths", THREADS, a, 1);
        CHECK_CLEAN(b);
        launch(b, "widths", THREADS, a, 0);
        CHECK_RACES(b, "widths", "bytes", "double words", workers);
        bench_free(b);
    }
}

TEST(atomics_beside_stores) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("neighbours", workers, details);
        const u64 a = bench_zeros(b, 4 * WORDS);
        launch(b, "beside_atomics", THREADS, a, 1);
        CHECK_CLEAN(b);
        for (u32 t = 0; t < THREADS; t++) CHECK_EQ(((s32 *)bench_at(b, a))[2 * t], BLOCKS);
        launch(b, "beside_atomics", THREADS, a, 0);
        CHECK_RACES(b, "beside_atomics", "atomic", "plain", workers);
        bench_free(b);
    }
}

static u32 single_groups(const Bench *b, u64 address, u32 bytes) {
    const u64 first = (address - b->buffer[0]->base) / RACE_GROUP;
    const u64 start = (b->buffer[0]->base - DEVICE_ADDRESS_BASE) / RACE_GROUP;
    u32 count = 0;
    for (u64 i = 0; i < bytes / RACE_GROUP; i++)
        count += (b->s->races[start + first + i] & RACE_SHAPE) == RACE_SHAPE;
    return count;
}

// Records of single words for one launch, of eight bytes for the next, and back: each launch finds its own.
TEST(from_launch_to_launch) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("neighbours", workers, details);
        const u64 a = bench_zeros(b, 4 * WORDS);
        for (int round = 0; round < 3; round++) {
            launch(b, "scattered", THREADS, a, 0);
            CHECK_CLEAN(b);
            CHECK_EQ(single_groups(b, a, 4 * BLOCKS * THREADS), BLOCKS * THREADS / 2);
            launch(b, "rows", THREADS, a, THREADS);
            CHECK_CLEAN(b);
            CHECK_EQ(single_groups(b, a, 4 * BLOCKS * THREADS), 0);
            launch(b, "scattered", THREADS, a, 1);
            CHECK_RACES(b, "scattered", "scattered", "scattered", workers);
            launch(b, "rows", THREADS, a, THREADS - 1);
            CHECK_RACES(b, "rows", "rows", "rows", workers);
            launch(b, "fenced", THREADS, a, 0);
            CHECK_CLEAN(b);
            launch(b, "fenced", THREADS, a, 2);
            CHECK_RACES(b, "fenced", "fenced", "fenced", workers);
            launch(b, "fenced", THREADS, a, 1);
            CHECK_RACES(b, "fenced", "fenced", "fenced", workers);
        }
        bench_free(b);
    }
}

// No room for single words: those are not judged, all others are, and the memory is right.
TEST(no_room_for_single_words) {
    EACH_WAY(workers, details) {
        Bench *b = bench_new("neighbours", workers, details);
        const u64 a = bench_zeros(b, 4 * WORDS);
        launch(b, "rows", THREADS, a, THREADS);
        const u64 bytes = b->s->race_pool.bytes;
        b->s->race_pool.bytes = 0;
        launch(b, "scattered", THREADS, a, 0);
        CHECK_CLEAN(b);
        for (u32 i = 0; i < BLOCKS * THREADS; i++) CHECK_EQ(((s32 *)bench_at(b, a))[i], i % BLOCKS + 1);
        launch(b, "rows", THREADS, a, THREADS);
        CHECK_CLEAN(b);
        launch(b, "rows", THREADS, a, 0); // all blocks store to the same words
        CHECK_RACES(b, "rows", "rows", "rows", workers);
        b->s->race_pool.bytes = bytes;
        launch(b, "scattered", THREADS, a, 1);
        CHECK_RACES(b, "scattered", "scattered", "scattered", workers);
        bench_free(b);
    }
}

CHECK_MAIN()
