// The record of the race check: every transition of race_judge, and that the order of blocks does not matter.
#include "grader/warpsim/core/race.h"
#include "tests/check.h"

enum { STEPS = 5, OLDEST = 7 };

// w: write of a new value, s: of the value that is there; r: read; W, R: volatile or atomic; U: atomicAdd and
// its like
typedef struct {
    u32 block, phase, warp, epoch, lane;
    char what;
} Step;

static u64 phase_number(u32 counter, u32 worker) {
    return (u64)counter << RACE_COUNTER_SHIFT | (u64)worker << RACE_PHASE_SHIFT;
}

// Every block has a worker of its own and eight phase numbers.
static RaceKind judge(u64 *record, const Step *s) {
    const u32 first = OLDEST + 8 * s->block;
    const RaceAccess me = {
        .record = phase_number(first + s->phase, s->block) | s->epoch << RACE_EPOCH_SHIFT |
                  s->warp << RACE_WARP_SHIFT,
        .oldest = phase_number(OLDEST, 0),
        .block_first = phase_number(first, s->block),
        .phase_first = phase_number(first + s->phase, s->block),
        .read = strchr("rRU", s->what),
        .write = strchr("wsWU", s->what),
        .atomic = strchr("RWU", s->what),
    };
    return race_judge(record, &me, s->lane, s->what != 's');
}

#define RAW RACE_READ_AFTER_WRITE
#define WAR RACE_WRITE_AFTER_READ
#define WAW RACE_WRITE_AFTER_WRITE

// The accesses of one word in order: the last one is judged as given, those before are no races.
static const struct {
    const char *name;
    Step step[STEPS];
    RaceKind last;
} table[] = {
    // block, phase, warp, epoch, lane
    {"own read", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 0, 'w'}}, RACE_NONE},
    {"reads only",
     {{0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 1, 'r'}, {0, 0, 1, 0, 1, 'r'}, {1, 0, 0, 0, 0, 'r'}},
     RACE_NONE},
    // lanes of one warp
    {"lane reads", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 1, 'r'}}, RAW},
    {"lane writes", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 1, 'w'}}, WAW},
    {"lane overwrites", {{0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 1, 'w'}}, WAR},
    {"first of two readers", {{0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 1, 'r'}, {0, 0, 0, 0, 0, 'w'}}, WAR},
    {"write outlives own read", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 1, 'r'}}, RAW},
    {"warp barrier", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 1, 1, 'r'}}, RACE_NONE},
    {"warp barrier, then again", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 1, 1, 'r'}, {0, 0, 0, 1, 2, 'w'}}, WAR},
    {"two warp barriers", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 1, 1, 'r'}, {0, 0, 0, 2, 2, 'w'}}, RACE_NONE},
    // warps of one block
    {"warp reads", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 1, 0, 0, 'r'}}, RAW},
    {"warp overwrites", {{0, 0, 0, 0, 0, 'r'}, {0, 0, 1, 0, 0, 'w'}}, WAR},
    {"same lane, other warp", {{0, 0, 0, 0, 5, 'w'}, {0, 0, 3, 0, 5, 'w'}}, WAW},
    {"warp barrier of the other warp", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 1, 1, 0, 'r'}}, RAW},
    {"two warps have read", {{0, 0, 0, 0, 0, 'r'}, {0, 0, 1, 0, 0, 'r'}, {0, 0, 0, 1, 0, 'w'}}, WAR},
    {"written before a warp barrier",
     {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 1, 1, 'r'}, {0, 0, 1, 0, 0, 'r'}},
     RAW},
    {"written long before",
     {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 1, 1, 'r'}, {0, 0, 0, 2, 1, 'r'}, {0, 0, 1, 0, 0, 'r'}},
     RAW},
    {"block barrier", {{0, 0, 0, 0, 0, 'w'}, {0, 1, 1, 0, 0, 'r'}, {0, 2, 2, 0, 0, 'w'}}, RACE_NONE},
    {"block barrier forgets readers",
     {{0, 0, 0, 0, 0, 'r'}, {0, 0, 1, 0, 0, 'r'}, {0, 1, 0, 0, 1, 'w'}},
     RACE_NONE},
    {"block barrier forgets warps",
     {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 1, 0, 'r'}, {0, 1, 1, 0, 1, 'r'}},
     RACE_NONE},
    // atomic and volatile ones
    {"atomics",
     {{0, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 1, 'U'}, {0, 0, 1, 0, 0, 'U'}, {1, 0, 0, 0, 0, 'U'}},
     RACE_NONE},
    {"volatiles",
     {{0, 0, 0, 0, 0, 'W'}, {0, 0, 0, 0, 1, 'R'}, {0, 0, 1, 0, 0, 'W'}, {1, 0, 0, 0, 0, 'R'}},
     RACE_NONE},
    {"cleared, then added to", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 1, 'U'}}, WAW},
    {"added to, then read", {{0, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 1, 'U'}, {0, 0, 0, 0, 1, 'r'}}, RACE_NONE},
    {"added to, then read by another",
     {{0, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 1, 'U'}, {0, 0, 0, 0, 0, 'r'}},
     RAW},
    {"read by its owner, added to", {{0, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 1, 'U'}}, WAW},
    {"plain read, atomic write", {{0, 0, 0, 0, 0, 'r'}, {0, 0, 1, 0, 0, 'U'}}, WAR},
    {"cleared before a barrier",
     {{0, 0, 0, 0, 0, 'w'}, {0, 1, 0, 0, 0, 'U'}, {0, 1, 1, 0, 0, 'U'}},
     RACE_NONE},
    {"atomic read keeps the write", {{0, 0, 0, 0, 0, 'W'}, {0, 0, 0, 0, 1, 'R'}, {0, 0, 0, 0, 2, 'r'}}, RAW},
    // one and the same value
    {"same value",
     {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 1, 's'}, {0, 0, 1, 0, 0, 's'}, {1, 0, 0, 0, 0, 's'}},
     RACE_NONE},
    {"same value, then read", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 1, 's'}, {0, 0, 0, 0, 0, 'r'}}, RAW},
    {"same value, then another", {{0, 0, 0, 0, 0, 'w'}, {0, 0, 0, 0, 1, 's'}, {0, 0, 0, 0, 0, 'w'}}, WAW},
    {"same value over a reader", {{0, 0, 0, 0, 0, 'r'}, {0, 0, 0, 0, 1, 's'}}, WAR},
    // blocks
    {"block reads", {{0, 0, 0, 0, 0, 'w'}, {1, 0, 0, 0, 0, 'r'}}, RAW},
    {"block writes", {{0, 0, 0, 0, 0, 'w'}, {1, 0, 0, 0, 0, 'w'}}, WAW},
    {"block overwrites", {{0, 0, 0, 0, 0, 'r'}, {1, 0, 0, 0, 0, 'w'}}, WAR},
    {"no barrier orders blocks", {{0, 0, 0, 0, 0, 'w'}, {0, 3, 0, 0, 0, 'r'}, {1, 5, 0, 0, 0, 'r'}}, RAW},
    {"the first reader's block", {{0, 0, 0, 0, 0, 'r'}, {1, 0, 0, 0, 0, 'r'}, {0, 1, 0, 0, 0, 'w'}}, WAR},
    {"cleared by one block", {{0, 0, 0, 0, 0, 'w'}, {0, 1, 0, 0, 0, 'U'}, {1, 0, 0, 0, 0, 'U'}}, WAW},
    {"cleared last", {{1, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 0, 'w'}}, WAW},
    {"read by the block that added", {{0, 0, 0, 0, 0, 'U'}, {0, 0, 0, 0, 0, 'r'}, {1, 0, 0, 0, 0, 'U'}}, WAW},
    {"read after all have added", {{0, 0, 0, 0, 0, 'U'}, {1, 0, 0, 0, 0, 'U'}, {1, 1, 0, 0, 0, 'r'}}, RAW},
};

TEST(transitions) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        u64 record = 0;
        int last = 0;
        while (last + 1 < STEPS && table[i].step[last + 1].what) last++;
        for (int k = 0; k <= last; k++) {
            const RaceKind kind = judge(&record, &table[i].step[k]),
                           want = k < last ? RACE_NONE : table[i].last;
            if (kind != want)
                check_fail_format(__FILE__, __LINE__, "%s: access %d is judged %d, expected %d",
                                  table[i].name, k + 1, kind, want);
        }
    }
}

// A record of the launch before is no record.
TEST(launches) {
    Step first = {0, 0, 0, 0, 0, 'w'};
    u64 record = phase_number(OLDEST - 1, 0) | RACE_WRITE | RACE_WRITTEN | RACE_PLAIN;
    CHECK_EQ(judge(&record, &first), RACE_NONE);
    CHECK(record >= phase_number(OLDEST, 0));
}

// --- Blocks in any order
// -------------------------------------------------------------------------------------------

enum { BLOCKS = 3, PER_BLOCK = 3 };

static u64 seed = 12345;

static u32 random_below(u32 n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (u32)(seed >> 33) % n;
}

typedef struct {
    Step step[BLOCKS][PER_BLOCK]; // each block's accesses in their order, a barrier between any two
    u32 value[BLOCKS][PER_BLOCK]; // what a plain write stores
} Accesses;

// Runs the blocks' accesses in a random order of blocks; true when a race was found.
static bool run_shuffled(const Accesses *a) {
    u32 done[BLOCKS] = {0}, memory = 100;
    u64 record = 0;
    bool found = false;
    for (int left = BLOCKS * PER_BLOCK; left; left--) {
        u32 b = random_below(BLOCKS);
        while (done[b] == PER_BLOCK) b = (b + 1) % BLOCKS;
        const u32 k = done[b]++;
        Step s = a->step[b][k];
        if (s.what == '-') continue;
        if (s.what == 'w' && memory == a->value[b][k]) s.what = 's';
        if (s.what == 'w') memory = a->value[b][k];
        if (s.what == 'U' || s.what == 'W') memory = 200 + (u32)left;
        found |= judge(&record, &s) != RACE_NONE;
    }
    return found;
}

// By the definition: accesses of two blocks, one of them a write, not both atomic, and the value can tell.
static bool must_race(const Accesses *a) {
    bool pair = false, reads = false, varied = false;
    u32 value = 0;
    for (u32 i = 0; i < BLOCKS * PER_BLOCK; i++) {
        const Step *x = &a->step[i / PER_BLOCK][i % PER_BLOCK];
        if (x->what == '-') continue;
        reads |= strchr("rRU", x->what) != NULL;
        varied |= strchr("WU", x->what) ||
                  (x->what == 'w' && value && value != a->value[i / PER_BLOCK][i % PER_BLOCK]);
        if (x->what == 'w') value = a->value[i / PER_BLOCK][i % PER_BLOCK];
        for (u32 k = 0; k < i; k++) {
            const Step *y = &a->step[k / PER_BLOCK][k % PER_BLOCK];
            if (y->what == '-' || x->block == y->block) continue;
            pair |= (strchr("wWU", x->what) || strchr("wWU", y->what)) &&
                    (strchr("rw", x->what) || strchr("rw", y->what));
        }
    }
    return pair && (reads || varied);
}

static bool cannot_race(const Accesses *a) {
    u32 plain = 0, writes = 0, blocks = 0;
    for (u32 b = 0; b < BLOCKS; b++) {
        bool any = false;
        for (u32 k = 0; k < PER_BLOCK; k++) {
            const char what = a->step[b][k].what;
            plain += what == 'r' || what == 'w';
            writes += strchr("wWU", what) != NULL;
            any |= what != '-';
        }
        blocks += any;
    }
    return plain == 0 || writes == 0 || blocks < 2;
}

TEST(order_of_blocks_does_not_matter) {
    int races = 0, clean = 0;
    for (int repeat = 0; repeat < 20000; repeat++) {
        Accesses a;
        const u32 kinds = 2 + random_below(5), values = 1 + random_below(2);
        for (u32 b = 0; b < BLOCKS; b++)
            for (u32 k = 0; k < PER_BLOCK; k++) {
                a.step[b][k] = (Step){b, k, 0, 0, 0, "--wrURW"[random_below(kinds + 1)]};
                a.value[b][k] = 1 + random_below(values);
            }
        const bool found = run_shuffled(&a);
        races += found;
        clean += !found;
        for (int again = 0; again < 8; again++) CHECK_EQ(run_shuffled(&a), found);
        if (must_race(&a)) CHECK(found);
        if (cannot_race(&a)) CHECK(!found);
    }
    CHECK(races > 2000 && clean > 2000);
}

CHECK_MAIN()
