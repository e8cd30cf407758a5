// The same memory, counters and findings, however many CPU threads run the blocks.
#include "tests/checks/kernels.h"

enum { BLOCKS = 61, THREADS = 96, N = BLOCKS * THREADS, RESULTS = 3 };

// Values of all magnitudes, so that sums tell in which order they were made.
static u64 uneven_floats(Bench *b, u32 count) {
    const u64 address = bench_zeros(b, 4 * (u64)count);
    u64 seed = 7;
    for (u32 i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const float magnitude = (float)(1u << (seed >> 40 & 15));
        ((float *)bench_at(b, address))[i] = magnitude * (1 + (float)(seed >> 44 & 0xffff) / 65536);
    }
    return address;
}

typedef struct {
    const char *file, *kernel;
    int (*run)(Bench *b, const char *kernel);
} Case;

static int in_out(Bench *b, const char *kernel) {
    const u64 in = bench_ints(b, 4 * N), out = bench_zeros(b, 16 * N);
    return bench_run(b, kernel, BLOCKS, THREADS, in, out);
}

static int in_out_n(Bench *b, const char *kernel) {
    const u64 in = uneven_floats(b, 4 * N), out = bench_zeros(b, 16 * N);
    return bench_run(b, kernel, BLOCKS, THREADS, in, out, N - 5);
}

static int in_more_out_n(Bench *b, const char *kernel) {
    const u64 in = bench_ints(b, N), more = bench_zeros(b, 4 * N), out = bench_zeros(b, 4 * N);
    return bench_run(b, kernel, BLOCKS, THREADS, in, more, out, N - 5);
}

static int in_more_out(Bench *b, const char *kernel) {
    const u64 in = bench_ints(b, N), more = bench_zeros(b, 4 * N), out = bench_zeros(b, 4 * N);
    return bench_run(b, kernel, BLOCKS, THREADS, in, more, out);
}

static int in_place(Bench *b, const char *kernel) {
    const u64 a = uneven_floats(b, 4 * N);
    return bench_run(b, kernel, BLOCKS, THREADS, a, N);
}

static int last_block(Bench *b, const char *kernel) {
    const u64 in = uneven_floats(b, 128 * BLOCKS), partial = bench_zeros(b, 4 * BLOCKS),
              total = bench_zeros(b, 4);
    return bench_run(b, kernel, BLOCKS, 128, in, partial, total);
}

static int sum(Bench *b, const char *kernel) {
    const u64 in = uneven_floats(b, 128 * BLOCKS), total = bench_zeros(b, 4);
    return bench_run(b, kernel, BLOCKS, 128, in, total, 128 * BLOCKS);
}

static int short_buffer(Bench *b, const char *kernel) {
    const u64 in = bench_ints(b, N), out = bench_zeros(b, 4 * 3000);
    return bench_run(b, kernel, BLOCKS, THREADS, in, out);
}

static const Case clean[] = {
    {"atomics", "float_sum", in_out_n},
    {"atomics", "places", in_more_out_n},
    {"atomics", "exchange", in_out},
    {"atomics", "wrap", in_out},
    {"atomics", "extremes", in_more_out_n},
    {"atomics", "doubles", in_out_n},
    {"global_right", "histogram", in_out_n},
    {"global_right", "sum", sum},
    {"global_right", "last_block", last_block},
    {"global_right", "grid_stride", in_out_n},
    {"global_right", "compact", in_more_out_n},
    {"global_right", "scratch", in_more_out},
    {"global_right", "bytes", in_out_n},
    {"counters", "barriers", in_place},
    {"divergence", "rounds", in_out},
};

// Everything that a launch leaves, as one text.
static char *state_of(Bench *b, int error, bool memory) {
    size_t room = 1 << 20, n = 0;
    char *text = malloc(room), findings[2000];
    if (!text) exit(EXIT_FAILURE);
    n += (size_t)snprintf(text + n, room - n, "error %d\n%s\n", error,
                          bench_findings(b, findings, sizeof findings));
    for (int k = 0; k < b->s->counters.count; k++) {
        const KernelCounters *c = &b->s->counters.kernels[k];
        for (int i = 0; i < COUNTER_COUNT; i++)
            n += (size_t)snprintf(text + n, room - n, "%s %llu\n", counter_name(i),
                                  (unsigned long long)c->total.value[i]);
        for (int i = 0; i < c->line_count; i++)
            n += (size_t)snprintf(text + n, room - n, "line %d: %llu\n", c->lines[i].line,
                                  (unsigned long long)c->lines[i].counters.thread_instructions);
    }
    for (int i = 0; memory && i < b->buffers; i++) {
        u64 hash = 14695981039346656037u;
        const u8 *bytes = bench_at(b, b->buffer[i]->base);
        for (u64 k = 0; k < b->buffer[i]->size; k++) hash = (hash ^ bytes[k]) * 1099511628211u;
        n += (size_t)snprintf(text + n, room - n, "buffer %d %016llx\n", i, (unsigned long long)hash);
    }
    return text;
}

TEST(right_kernels) {
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++) {
        char *first = NULL;
        for (u32 round = 0; round < 9; round++) {
            Bench *b = bench_new(clean[i].file, round % 3 + 1, round >= 6);
            const int error = clean[i].run(b, clean[i].kernel);
            CHECK_EQ(error, 0);
            CHECK_CLEAN(b);
            char *state = state_of(b, error, true);
            if (!first) first = strdup(state);
            if (strcmp(state, first) != 0)
                check_fail_format(__FILE__, __LINE__, "%s with %u workers: %.150s is not %.150s",
                                  clean[i].kernel, round % 3 + 1, state, first);
            free(state);
            bench_free(b);
        }
        free(first);
    }
}

// Faults that stop the kernel: the same one, of the lowest block, is told.
TEST(kernels_that_are_stopped) {
    char first[2000] = "", again[2000];
    for (u32 round = 0; round < 12; round++) {
        Bench *b = bench_new("bounds", round % 3 + 1, false);
        CHECK_EQ(short_buffer(b, "no_guard"), cudaErrorIllegalAddress);
        CHECK_STR(bench_findings(b, again, sizeof again), round ? first : again);
        memcpy(first, again, sizeof first);
        bench_free(b);
    }
}

// A launch behaves as if nothing had been launched before it.
TEST(launches_do_not_disturb_each_other) {
    char *first = NULL;
    for (u32 round = 0; round < 6; round++) {
        Bench *b = bench_new("global_right", 3, false);
        for (u32 k = 0; k < round; k++) CHECK_EQ(last_block(b, "last_block"), 0);
        warpsim_clear(b->s);
        b->buffers = 0;
        CHECK_EQ(sum(b, "sum"), 0);
        char *state = state_of(b, 0, true);
        if (!first) first = strdup(state);
        CHECK_STR(state, first);
        free(state);
        bench_free(b);
    }
    free(first);
}

// So many launches that the numbers of race records run out: they start anew, and nothing is found or lost.
TEST(phase_numbers_run_out) {
    for (int details = 0; details <= 1; details++) {
        Bench *b = bench_new("global_races", 1, details);
        const u64 in = bench_ints(b, N), a = bench_zeros(b, 4 * N), out = bench_zeros(b, 4 * N);
        for (u64 used = 1; used < RACE_COUNTERS; used *= 2) {
            if (b->s->phase_base < used) b->s->phase_base = used;
            warpsim_clear(b->s);
            CHECK_EQ(bench_run(b, "scratch", 1, 64, in, a, out), 0);
            CHECK_EQ(bench_count(b, CHECK_RACE), 2);
            warpsim_clear(b->s);
            CHECK_EQ(bench_run(b, "scratch", 1, 1, in, a, out), 0);
            CHECK_CLEAN(b);
        }
        CHECK(b->s->phase_base < RACE_COUNTERS / 8 + 100);
        bench_free(b);
    }
}

CHECK_MAIN()
