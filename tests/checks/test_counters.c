// Requests, sectors and bank conflicts against a count lane by lane; instructions, branches and barriers
// against closed forms.
#include "tests/checks/kernels.h"

enum { THREADS = 128, BLOCKS = 3, COUNT = THREADS * BLOCKS, RANGE = 4096 };

// --- Patterns of indices: which element thread i uses, -1 for none
// --------------------------------------------------

static u64 seed = 99;

static u32 random_below(u32 n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (u32)(seed >> 33) % n;
}

static s32 unit(u32 i) {
    return (s32)i;
}
static s32 one_off(u32 i) {
    return (s32)i + 1;
}
static s32 five_off(u32 i) {
    return (s32)i + 5;
}
static s32 every_2nd(u32 i) {
    return (s32)(2 * i);
}
static s32 every_4th(u32 i) {
    return (s32)(4 * i);
}
static s32 every_32nd(u32 i) {
    return (s32)(32 * i % RANGE);
}
static s32 rows_of_8(u32 i) {
    return (s32)(i / 8 * 64 + i % 8) % RANGE;
}
static s32 reversed(u32 i) {
    return (s32)(COUNT - 1 - i);
}
static s32 broadcast(u32 i) {
    return (s32)(i / 32) * 7;
}
static s32 pairs_share(u32 i) {
    return (s32)(i / 2);
}
static s32 anywhere(u32 i) {
    return (void)i, (s32)random_below(RANGE);
}
static s32 anywhere_some(u32 i) {
    return random_below(3) ? anywhere(i) : -1;
}
static s32 first_half(u32 i) {
    return i % 32 < 16 ? (s32)i : -1;
}
static s32 odd_lanes(u32 i) {
    return i % 2 ? (s32)i : -1;
}
static s32 one_lane(u32 i) {
    return i % 32 == 13 ? (s32)i : -1;
}
static s32 whole_warps(u32 i) {
    return i / 32 % 2 ? (s32)i : -1;
}
static s32 zigzag(u32 i) {
    return (s32)(i ^ 1);
}

typedef s32 Pattern(u32 i);
static Pattern *const patterns[] = {
    unit,        one_off,  five_off,      every_2nd,  every_4th, every_32nd, rows_of_8,   reversed, broadcast,
    pairs_share, anywhere, anywhere_some, first_half, odd_lanes, one_lane,   whole_warps, zigzag,
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

// --- Counting lane by lane
// ------------------------------------------------------------------------------------------

typedef struct {
    u64 requests, sectors, bytes;
} Expected;

// One access of every thread: element `index[i]` of `size` bytes behind `base`, in warps of 32; "sectors" are
// of `line` bytes.
static Expected count(u64 base, const s32 *index, u32 size, u32 line) {
    Expected e = {0, 0, 0};
    for (u32 warp = 0; warp < COUNT; warp += 32) {
        u64 seen[32 * 2];
        u32 n = 0;
        bool any = false;
        for (u32 i = warp; i < warp + 32; i++) {
            if (index[i] < 0) continue;
            any = true;
            e.bytes += size; // also where lanes share an element
            for (u32 byte = 0; byte < size; byte++) {
                const u64 sector = (base + (u64)index[i] * size + byte) / line;
                bool is_new = true;
                for (u32 k = 0; k < n; k++) is_new &= seen[k] != sector;
                if (is_new) seen[n++] = sector;
            }
        }
        e.requests += any;
        e.sectors += n;
    }
    return e;
}

static const struct {
    const char *kernel;
    u32 size;
} loads[] = {{"load_bytes", 1},   {"load_shorts", 2}, {"load_floats", 4},
             {"load_doubles", 8}, {"load_pairs", 8},  {"load_fours", 16}},
  stores[] = {{"store_bytes", 1}, {"store_floats", 4}, {"store_doubles", 8}, {"store_fours", 16}};

TEST(global_loads) {
    s32 index[COUNT], all[COUNT], own[COUNT];
    for (u32 p = 0; p < PATTERNS; p++)
        for (size_t t = 0; t < sizeof loads / sizeof *loads; t++) {
            for (u32 i = 0; i < COUNT; i++)
                index[i] = patterns[p](i), all[i] = (s32)i, own[i] = index[i] < 0 ? -1 : (s32)i;
            Bench *b = bench_new("counters", 1, false);
            const u64 in = bench_zeros(b, RANGE * 16), at = bench_copy(b, index, sizeof index),
                      out = bench_zeros(b, sizeof index);
            CHECK_EQ(bench_run(b, loads[t].kernel, BLOCKS, THREADS, in, at, out), 0);
            const Counters c = bench_counters(b, loads[t].kernel);
            const Expected i = count(at, all, 4, 32), l = count(in, index, loads[t].size, 32),
                           s = count(out, own, 4, 32);
            CHECK_EQ(c.global_load_requests, i.requests + l.requests);
            CHECK_EQ(c.global_load_sectors, i.sectors + l.sectors);
            CHECK_EQ(c.global_load_bytes, i.bytes + l.bytes);
            CHECK_EQ(c.global_store_requests, s.requests);
            CHECK_EQ(c.global_store_sectors, s.sectors);
            CHECK_EQ(c.global_store_bytes, s.bytes);
            CHECK_EQ(c.shared_load_requests + c.shared_store_requests, 0);
            CHECK_EQ(c.shared_load_bytes + c.shared_store_bytes, 0);
            if (check_failed) fprintf(stderr, "# pattern %u of %s\n", p, loads[t].kernel);
            bench_free(b);
        }
}

TEST(global_stores) {
    s32 index[COUNT], all[COUNT];
    for (u32 p = 0; p < PATTERNS; p++)
        for (size_t t = 0; t < sizeof stores / sizeof *stores; t++) {
            for (u32 i = 0; i < COUNT; i++) index[i] = patterns[p](i), all[i] = (s32)i;
            Bench *b = bench_new("counters", 1, false);
            const u64 to = bench_zeros(b, RANGE * 16), at = bench_copy(b, index, sizeof index);
            CHECK_EQ(bench_run(b, stores[t].kernel, BLOCKS, THREADS, to, at), 0);
            const Counters c = bench_counters(b, stores[t].kernel);
            const Expected i = count(at, all, 4, 32), s = count(to, index, stores[t].size, 32);
            CHECK_EQ(c.global_load_requests, i.requests);
            CHECK_EQ(c.global_load_sectors, i.sectors);
            CHECK_EQ(c.global_load_bytes, i.bytes);
            CHECK_EQ(c.global_store_requests, s.requests);
            CHECK_EQ(c.global_store_sectors, s.sectors);
            CHECK_EQ(c.global_store_bytes, s.bytes);
            bench_free(b);
        }
}

// What every textbook says of the plain cases, to hold the counting above.
TEST(well_known_sectors) {
    static const struct {
        const char *kernel;
        Pattern *pattern;
        u32 sectors; // of one warp
    } cases[] = {
        {"load_floats", unit, 4},       {"load_floats", one_off, 5},       {"load_floats", every_2nd, 8},
        {"load_floats", every_4th, 16}, {"load_floats", every_32nd, 32},   {"load_floats", rows_of_8, 4},
        {"load_floats", broadcast, 1},  {"load_floats", first_half, 2},    {"load_floats", zigzag, 4},
        {"load_bytes", unit, 1},        {"load_doubles", unit, 8},         {"load_fours", unit, 16},
        {"load_pairs", unit, 8},        {"load_fours", every_2nd, 16 * 2}, {"load_shorts", unit, 2},
    };
    s32 index[COUNT];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (u32 i = 0; i < COUNT; i++) index[i] = cases[k].pattern(i);
        Bench *b = bench_new("counters", 1, false);
        const u64 in = bench_zeros(b, RANGE * 16), at = bench_copy(b, index, sizeof index),
                  out = bench_zeros(b, sizeof index);
        CHECK_EQ(bench_run(b, cases[k].kernel, 1, 32, in, at, out), 0);
        CHECK_EQ(bench_counters(b, cases[k].kernel).global_load_sectors, 4 + cases[k].sectors);
        bench_free(b);
    }
}

// --- GPUs that load whole cache lines
// -------------------------------------------------------------------------------

// On a GPU of compute capability 2.x: each 128-byte line that a load touches counts as its 4 sectors. Stores
// and requests are counted as anywhere.
TEST(loads_of_whole_lines) {
    s32 index[COUNT], all[COUNT], own[COUNT];
    for (u32 p = 0; p < PATTERNS; p++)
        for (size_t t = 0; t < sizeof loads / sizeof *loads; t++) {
            for (u32 i = 0; i < COUNT; i++)
                index[i] = patterns[p](i), all[i] = (s32)i, own[i] = index[i] < 0 ? -1 : (s32)i;
            Bench *b = bench_new("counters", 1, false);
            b->gpu.load_line = 128;
            const u64 in = bench_zeros(b, RANGE * 16), at = bench_copy(b, index, sizeof index),
                      out = bench_zeros(b, sizeof index);
            CHECK_EQ(bench_run(b, loads[t].kernel, BLOCKS, THREADS, in, at, out), 0);
            const Counters c = bench_counters(b, loads[t].kernel);
            const Expected i = count(at, all, 4, 128), l = count(in, index, loads[t].size, 128),
                           s = count(out, own, 4, 32);
            CHECK_EQ(c.global_load_requests, i.requests + l.requests);
            CHECK_EQ(c.global_load_sectors, 4 * (i.sectors + l.sectors));
            CHECK_EQ(c.global_load_bytes, i.bytes + l.bytes);
            CHECK_EQ(c.global_store_requests, s.requests);
            CHECK_EQ(c.global_store_sectors, s.sectors);
            bench_free(b);
        }
}

// A warp of a block 16 wide reads half of two lines: 50 % of what is moved is asked for, and the rest is in
// excess. A block 32 wide reads one line. Sectors of 32 bytes waste nothing either way.
TEST(load_efficiency_of_half_warps) {
    static const struct {
        u32 line, width, sectors, excess;
    } cases[] = {{128, 16, 8, 4}, {128, 32, 4, 0}, {32, 16, 4, 0}, {32, 32, 4, 0}};
    s32 index[32];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (u32 i = 0; i < 32; i++) index[i] = (s32)(i / cases[k].width * 1024 + i % cases[k].width);
        Bench *b = bench_new("counters", 1, false);
        b->gpu.load_line = cases[k].line;
        const u64 in = bench_zeros(b, RANGE * 4), at = bench_copy(b, index, sizeof index),
                  out = bench_zeros(b, sizeof index);
        CHECK_EQ(bench_run(b, "load_floats", 1, 32, in, at, out), 0);
        const Counters l =
            bench_line_counters(b, "load_floats", "load_at"); // and the store to `out`: 4 sectors
        CHECK_EQ(l.global_load_sectors, cases[k].sectors);
        CHECK_EQ(l.global_load_bytes, 128);
        CHECK_EQ(100 * l.global_load_bytes / (32 * l.global_load_sectors), cases[k].sectors == 8 ? 50 : 100);
        CHECK_EQ(l.global_store_sectors, 4);
        CHECK_EQ(l.global_sectors_excessive, cases[k].excess);
        bench_free(b);
    }
}

// --- Shared memory
// --------------------------------------------------------------------------------------------------

// Cycles beyond the first: words of one bank, a whole, half or quarter of the warp at a time.
static u64 conflicts(const s32 *index, u32 words) {
    u64 sum = 0;
    const u32 group = 32 / words;
    for (u32 first = 0; first < THREADS; first += group) {
        u32 worst = 1;
        for (u32 bank = 0; bank < 32; bank++) {
            u32 different = 0;
            for (u32 word = bank; word < RANGE; word += 32) {
                bool used = false;
                for (u32 i = first; i < first + group; i++)
                    used |= index[i] >= 0 && word / words == (u32)index[i];
                different += used;
            }
            if (different > worst) worst = different;
        }
        sum += worst - 1;
    }
    return sum;
}

static const struct {
    const char *kernel;
    u32 words;
} shared[] = {{"shared_floats", 1}, {"shared_pairs", 2}, {"shared_fours", 4}};

TEST(shared_memory) {
    s32 index[THREADS];
    for (u32 p = 0; p < PATTERNS; p++)
        for (size_t t = 0; t < sizeof shared / sizeof *shared; t++) {
            u64 requests = 0, bytes = 0;
            for (u32 i = 0; i < THREADS; i++) {
                index[i] = patterns[p](i);
                if (index[i] >= 0) index[i] %= RANGE / (s32)shared[t].words;
                if (index[i] >= 0) bytes += 4 * shared[t].words;
            }
            for (u32 w = 0; w < THREADS; w += 32) {
                bool any = false;
                for (u32 i = w; i < w + 32; i++) any |= index[i] >= 0;
                requests += any;
            }
            Bench *b = bench_new("counters", 1, false);
            const u64 at = bench_copy(b, index, sizeof index), out = bench_zeros(b, sizeof index);
            CHECK_EQ(bench_run(b, shared[t].kernel, 1, THREADS, at, out), 0);
            const Counters c = bench_counters(b, shared[t].kernel);
            CHECK_EQ(c.shared_load_requests, requests);
            CHECK_EQ(c.shared_load_bytes, bytes);
            CHECK_EQ(c.shared_load_bank_conflicts, conflicts(index, shared[t].words));
            CHECK_EQ(c.shared_store_requests, RANGE / 32); // every element once, neighbours by neighbours
            CHECK_EQ(c.shared_store_bytes, RANGE * 4);
            CHECK_EQ(c.shared_store_bank_conflicts, 0);
            CHECK_EQ(c.global_load_bytes, THREADS * 4); // the indices
            CHECK_EQ(c.barriers, THREADS / 32);
            bench_free(b);
        }
}

// The stride's greatest common divisor with 32 is the number of lanes that share a bank.
TEST(shared_strides) {
    static const struct {
        u32 stride, conflicts;
    } cases[] = {{0, 0}, {1, 0},   {2, 1},  {3, 0},   {4, 3},  {6, 1},
                 {8, 7}, {16, 15}, {31, 0}, {32, 31}, {33, 0}, {64, 31}};
    s32 index[32];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (u32 i = 0; i < 32; i++) index[i] = (s32)(i * cases[k].stride % RANGE);
        Bench *b = bench_new("counters", 1, false);
        const u64 at = bench_copy(b, index, sizeof index), out = bench_zeros(b, sizeof index);
        CHECK_EQ(bench_run(b, "shared_floats", 1, 32, at, out), 0);
        CHECK_EQ(bench_counters(b, "shared_floats").shared_load_bank_conflicts, cases[k].conflicts);
        if (cases[k].stride) {
            CHECK_EQ(bench_run(b, "shared_store", 1, 32, at, out), 0);
            CHECK_EQ(bench_counters(b, "shared_store").shared_store_bank_conflicts, cases[k].conflicts);
            CHECK_EQ(bench_line_counters(b, "shared_store", "shared_store").shared_store_requests, 1);
            CHECK_EQ(bench_line_counters(b, "shared_store", "shared_store").shared_store_bytes, 32 * 4);
        }
        bench_free(b);
    }
}

// --- Where and what
// --------------------------------------------------------------------------------------------------

TEST(kernel_under_a_guard) {
    for (u32 workers = 1; workers <= 3; workers++) {
        Bench *b = bench_new("counters", workers, false);
        const u32 n = 9997, warps = (n + 31) / 32;
        const u64 a = bench_floats(b, n), in = bench_floats(b, n), out = bench_raw(b, 4 * n);
        for (int launches = 1; launches <= 3; launches++) {
            CHECK_EQ(bench_run(b, "add", (n + 255) / 256, 256, a, in, out, n), 0);
            const Counters c = bench_counters(b, "add"), l = bench_line_counters(b, "add", "add");
            CHECK_EQ(c.global_load_requests, 2 * warps * launches);
            CHECK_EQ(c.global_store_requests, warps * launches);
            CHECK_EQ(c.global_load_sectors, 2 * ((n + 7) / 8) * launches);
            CHECK_EQ(c.global_store_sectors, (n + 7) / 8 * launches);
            CHECK_EQ(c.global_load_bytes, 8ull * n * launches); // the guarded threads ask for nothing
            CHECK_EQ(c.global_store_bytes, 4ull * n * launches);
            CHECK_EQ(c.branches, ((n + 255) / 256 * 8) * launches);
            CHECK_EQ(c.divergent_branches, launches); // the last warp with work
            CHECK_EQ(l.global_load_requests, c.global_load_requests);
            CHECK_EQ(l.global_store_sectors, c.global_store_sectors);
            CHECK_EQ(l.global_load_bytes, c.global_load_bytes);
            CHECK_EQ(c.launches, launches);
            CHECK_EQ(c.blocks, (n + 255) / 256 * launches);
            CHECK_EQ(c.threads, (n + 255) / 256 * 256 * launches);
            CHECK_EQ(c.storing_threads, n * launches);
            CHECK_EQ(c.storing_blocks, (n + 255) / 256 * launches);
            CHECK_EQ(l.launches + l.blocks + l.threads + l.storing_threads + l.storing_blocks, 0);
        }
        warpsim_clear(b->s);
        CHECK_EQ(b->s->counters.count, 0);
        bench_free(b);
    }
}

// As the launches asked for them, in all three dimensions, a kernel by itself.
TEST(launches_blocks_and_threads) {
    Bench *b = bench_new("counters", 2, false);
    const u32 grid[] = {3, 2, 5}, block[] = {8, 2, 3};
    const u64 out = bench_zeros(b, 4 * 1024), arguments[] = {out, 1};
    CHECK_EQ(bench_launch(b, "barriers", grid, block, arguments, 2), 0);
    CHECK_EQ(bench_run(b, "constant", 2, 33, out, 1), 0);
    CHECK_EQ(bench_run(b, "barriers", 1, 7, out, 1), 0);
    CHECK_EQ(bench_run(b, "barriers", 1, 1025, out, 1), 9); // refused: nothing was launched
    const Counters two = bench_counters(b, "barriers"), one = bench_counters(b, "constant");
    CHECK_EQ(two.launches, 2);
    CHECK_EQ(two.blocks, 30 + 1);
    CHECK_EQ(two.threads, 30 * 48 + 7);
    CHECK_EQ(one.launches, 1);
    CHECK_EQ(one.blocks, 2);
    CHECK_EQ(one.threads, 66);
    bench_free(b);
}

// Lines add up to the total, whatever functions the code is in. No line has launches.
TEST(lines) {
    Bench *b = bench_new("counters", 1, false);
    const u64 a = bench_floats(b, 96), out = bench_zeros(b, 4 * 96);
    CHECK_EQ(bench_run(b, "lines", 1, 96, a, out), 0);
    CHECK_EQ(bench_line_counters(b, "lines", "in_inlined").global_load_requests, 3);
    CHECK_EQ(bench_line_counters(b, "lines", "in_called").global_load_requests, 3);
    CHECK_EQ(bench_line_counters(b, "lines", "line_store").global_store_sectors, 12);
    CHECK_EQ(bench_line_counters(b, "lines", "calls_inlined").global_load_requests, 0);
    const KernelCounters *k = &b->s->counters.kernels[0];
    for (int counter = 0; counter < COUNTER_launches; counter++) {
        u64 sum = 0;
        for (int i = 0; i < k->line_count; i++) sum += k->lines[i].counters.value[counter];
        if (sum != k->total.value[counter])
            check_fail_format(__FILE__, __LINE__, "%s: the lines do not add up", counter_name(counter));
    }
    for (int i = 1; i < k->line_count; i++) CHECK(k->lines[i - 1].line < k->lines[i].line);
    bench_free(b);
}

TEST(spaces) {
    Bench *b = bench_new("counters", 1, false);
    const u64 a = bench_floats(b, 64), out = bench_zeros(b, 256), sum = bench_zeros(b, 4);
    CHECK_EQ(bench_run(b, "generic", 1, 64, a, out, 2), 0); // the second warp reads shared memory
    Counters c = bench_counters(b, "generic");
    CHECK_EQ(c.global_load_requests, 1);
    CHECK_EQ(c.global_load_sectors, 4);
    CHECK_EQ(c.global_load_bytes, 128);
    CHECK_EQ(c.shared_load_requests, 1);
    CHECK_EQ(c.shared_load_bytes, 128);
    CHECK_EQ(c.shared_store_requests, 2);
    CHECK_EQ(c.shared_store_bytes, 256);
    CHECK_EQ(bench_run(b, "constant", 1, 64, out, 1), 0);
    c = bench_counters(b, "constant");
    CHECK_EQ(c.global_load_requests, 0);
    CHECK_EQ(c.global_load_bytes, 0);
    CHECK_EQ(c.global_store_requests, 2);
    CHECK_EQ(bench_run(b, "atomics", 1, 64, sum, out), 0);
    c = bench_counters(b, "atomics"); // an atomic operation is neither a load nor a store
    CHECK_EQ(c.global_load_requests, 0);
    CHECK_EQ(c.global_load_bytes, 0);
    CHECK_EQ(c.global_store_requests, 2);
    CHECK_EQ(c.global_store_bytes, 256);
    CHECK_EQ(*(s32 *)bench_at(b, sum), 64);
    const u64 counts = bench_zeros(b, 64 * 32);
    CHECK_EQ(bench_run(b, "atomics_apart", 1, 64, counts), 0);
    CHECK_EQ(bench_counters(b, "atomics_apart").global_sectors_excessive, 2 * (32 - 4));
    bench_free(b);
}

TEST(barriers) {
    Bench *b = bench_new("counters", 2, false);
    const u64 out = bench_zeros(b, 4 * 96 * 50);
    CHECK_EQ(bench_run(b, "barriers", 50, 96, out, 11), 0);
    CHECK_EQ(bench_counters(b, "barriers").barriers, 50 * 3 * 11);
    CHECK_EQ(bench_line_counters(b, "barriers", "barrier").barriers, 50 * 3 * 11);
    bench_free(b);
}

CHECK_MAIN()
