// The race check of whole runs, and of eight bytes with one record, against that of single words: any
// records, any kind of access, all instruction sets.
#include "grader/warpsim/core/operations.h"
#include "grader/warpsim/core/race_group.h"
#include "tests/check.h"

enum { ROUNDS = 200000 };

static u64 state;

static u64 random_64(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
}

static bool chance(u32 one_in) {
    return random_64() % one_in == 0;
}

// Phase numbers, warps, lanes and epochs from small ranges, so that all relations between two accesses occur.
static u64 random_record(u64 first_lane) {
    const u64 flags = RACE_LANES | RACE_WARPS | RACE_WRITE | RACE_WRITTEN | RACE_BLOCKS | RACE_ATOMIC |
                      RACE_PLAIN | RACE_EARLIER | RACE_SHOWS;
    return (100 + random_64() % 4) << RACE_COUNTER_SHIFT | random_64() % 2 << RACE_PHASE_SHIFT |
           (random_64() & random_64() & flags) | random_64() % 2 << RACE_EPOCH_SHIFT |
           random_64() % 2 << RACE_WARP_SHIFT | (chance(4) ? random_64() % LANES : first_lane % LANES);
}

static RaceAccess any_access(bool own_memory) {
    RaceAccess me = {.own_memory = own_memory, .write = chance(2), .atomic = chance(3)};
    me.read = !me.write || (me.atomic && chance(2));
    me.record = random_record(0) >> RACE_PHASE_SHIFT << RACE_PHASE_SHIFT;
    me.record |= random_64() % 2 << RACE_EPOCH_SHIFT | random_64() % 2 << RACE_WARP_SHIFT;
    me.oldest = 101ull << RACE_COUNTER_SHIFT;
    me.block_first = me.record >> RACE_PHASE_SHIFT << RACE_PHASE_SHIFT;
    if (own_memory)
        me.oldest = me.block_first;
    else if (chance(2))
        me.block_first -= RACE_COUNTER_STEP;
    if (me.record < me.oldest) me.record += 2 * RACE_COUNTER_STEP;
    me.phase_first = me.record & RACE_PHASE;
    if (own_memory && chance(3))
        me.record += RACE_COUNTER_STEP; // a warp with a phase number of its own in the phase
    return me;
}

// What the run's records are, one word after the other; returns how many come before the first race.
static u32 judge_singly(u64 *records, u32 count, const RaceAccess *me, u32 lane, u32 grain, const u8 *memory,
                        const u8 *value) {
    for (u32 i = 0; i < count; i++) {
        const bool changes =
            me->write && (!value || memcmp(memory + i * grain, value + i * grain, grain) != 0);
        if (race_judge(&records[i], me, lane + i, changes) != RACE_NONE) return i;
    }
    return count;
}

static void compare(const OpTable *table) {
    u32 races = 0, judged = 0;
    state = 88172645463325252ull;
    for (u32 round = 0; round < ROUNDS && !check_failed; round++) {
        const RaceAccess me = any_access(true);
        const u32 count = chance(3) ? LANES : 1 + (u32)(random_64() % LANES);
        const u32 lane = (u32)(random_64() % (LANES + 1 - count));
        u64 before[LANES], want[LANES], got[LANES];
        u8 memory[4 * LANES], value[4 * LANES];
        const u32 grain = 1u << random_64() % 3;
        const u64 likely = random_record(0);
        for (u32 i = 0; i < LANES; i++) {
            before[i] = chance(20) ? random_record(lane + i) : likely | (lane + i) % LANES;
            if (before[i] >= me.oldest) // only this block's present phase is known
                before[i] = me.block_first + (chance(5) ? RACE_COUNTER_STEP : 0) +
                            (before[i] & ((1ull << RACE_SHAPE_SHIFT) - 1) & ~(u64)RACE_BLOCKS);
        }
        for (u32 i = 0; i < sizeof memory; i++) {
            memory[i] = 1;
            value[i] = chance(40) ? 2 : 1;
        }
        memcpy(want, before, sizeof want);
        memcpy(got, before, sizeof got);
        const u8 *stored = me.write && chance(2) ? value : NULL;
        const u32 fine = judge_singly(want, count, &me, lane, grain, memory, stored);
        const RaceRun run = {got, count, grain, grain, grain, lane, memory, stored};
        const u32 done = table->judge_run(&run, &me);
        CHECK_EQ(done, fine);
        CHECK(memcmp(got, want, done * sizeof *got) == 0);
        CHECK(memcmp(got + done, before + done, (LANES - done) * sizeof *got) == 0);
        races += fine < count;
        judged += fine == count;
    }
    CHECK(races > ROUNDS / 20 && judged > ROUNDS / 20); // both occur
}

// Shared memory: a record for each word.
TEST(runs_as_single_words) {
    for (const OpTable *const *table = operations_available(); *table; table++) compare(*table);
}

// --- Global memory: a record for eight bytes, against one for each word
// --------------------------------------------

enum { BYTES = 256, GROUPS = BYTES / RACE_GROUP, PLACES = 4096, ACCESSES = 60, LAUNCHES = 3 };

// The same memory twice: in groups, as the simulator keeps it, and word by word.
typedef struct {
    u64 groups[GROUPS], words[BYTES];
    u8 memory[BYTES];
    RaceGroups with;
    RaceAccess me;
    u32 races, single;
} Twice;

// One word of a run, for both; checks that both find the same.
static void judge_both(Twice *t, u64 *word, u32 at, u32 lane, const u8 *value) {
    const u32 grain = t->with.grain;
    const bool changes = !value || memcmp(t->memory + at, value, grain) != 0;
    u64 *own = &t->words[at / grain];
    if (t->me.own_block_only && !race_same_block(*word, &t->me)) *word = 0;
    if (t->me.own_block_only && !race_same_block(*own, &t->me)) *own = 0;
    const RaceKind got = race_judge(word, &t->me, lane, changes);
    CHECK_EQ(got, race_judge(own, &t->me, lane, changes));
    t->races += got != RACE_NONE;
}

// As race_check.c does it: whole groups at once, the others and those that are not alike one by one.
static void judge_twice(Twice *t, const OpTable *table, u32 start, u32 bytes, u32 element, u32 lane,
                        const u8 *value) {
    const u32 grain = t->with.grain, end = start + bytes;
    for (u32 at = start; at < end;) {
        if (at % RACE_GROUP == 0 && end - at >= RACE_GROUP && (at - start) % element == 0 &&
            element >= grain) {
            const RaceRun run = {&t->groups[at / RACE_GROUP],
                                 (end - at) / RACE_GROUP,
                                 RACE_GROUP,
                                 grain,
                                 element,
                                 lane + (at - start) / element,
                                 t->memory + at,
                                 value ? value + at : NULL};
            const u32 done = table->judge_run(&run, &t->me) * RACE_GROUP;
            for (const u32 stop = at + done; at < stop; at += grain) {
                const bool changes = !value || memcmp(t->memory + at, value + at, grain) != 0;
                CHECK_EQ(race_judge(&t->words[at / grain], &t->me, lane + (at - start) / element, changes),
                         RACE_NONE);
            }
            if (at == end) break;
        }
        const u32 group = at / RACE_GROUP, group_end = (group + 1) * RACE_GROUP;
        u64 room[MAX_GROUP_WORDS], *words = race_open(&t->with, t->groups[group], room);
        for (at = at / grain * grain; at < end && at < group_end; at += grain)
            judge_both(t, &words[(at % RACE_GROUP) / grain], at,
                       lane + (at < start ? 0 : (at - start) / element), value ? value + at : NULL);
        race_close(&t->with, &t->groups[group], words);
    }
}

// What the groups say of each word is what its own record says.
static void check_same(Twice *t) {
    const u32 count = RACE_GROUP / t->with.grain;
    for (u32 i = 0; i < GROUPS && !check_failed; i++) {
        u64 room[MAX_GROUP_WORDS];
        const u64 *words = race_open(&t->with, t->groups[i], room);
        t->single += words != room;
        for (u32 k = 0; k < count; k++) {
            const u64 own = t->words[i * count + k];
            CHECK_EQ(words[k], own < t->with.oldest ? 0 : own);
        }
    }
}

// One access of a warp: a run of neighbouring lanes, any width, any place, plain or atomic.
static void random_access(Twice *t, const OpTable *table) {
    static const u32 widths[] = {1, 2, 4, 8, 16};
    const u32 grain = t->with.grain, element = widths[random_64() % 5];
    t->me.write = element >= grain && chance(2);
    t->me.atomic = element >= grain && element <= 8 && chance(4);
    t->me.read = !t->me.write || (t->me.atomic && chance(2));
    const u32 lane = chance(2) ? 0 : (u32)(random_64() % LANES);
    u32 most = BYTES / element < LANES - lane ? BYTES / element : LANES - lane;
    const u32 count = chance(2) ? most : 1 + (u32)(random_64() % most);
    const u32 start = chance(2) ? 0 : (u32)(random_64() % (BYTES / element - count + 1)) * element;
    u8 value[BYTES];
    for (u32 i = 0; i < BYTES; i++) value[i] = chance(6) ? (u8)(random_64() % 2) : t->memory[i];
    const u8 *stored = t->me.write && !t->me.atomic ? value : NULL;
    judge_twice(t, table, start, count * element, element, lane, stored);
    if (stored) memcpy(t->memory + start, value + start, count * element);
    check_same(t);
}

// Blocks of two workers take turns, with barriers and warp barriers in between.
static void random_launch(Twice *t, const OpTable *table, u64 launch) {
    u64 counter[2], first[2], phase[2];
    t->with.oldest = t->me.oldest = (launch * 100) << RACE_COUNTER_SHIFT;
    t->with.next = t->with.end = t->with.returned = t->with.pool->used = 0;
    counter[0] = counter[1] = first[0] = first[1] = phase[0] = phase[1] = launch * 100;
    t->me.own_phase_only = chance(4);
    t->me.own_block_only = t->me.own_phase_only || chance(4);
    u32 worker = 0, epoch = 0;
    const u32 calm = 2 + (u32)(random_64() % 20); // how long all stays as it is
    for (u32 i = 0; i < ACCESSES && !check_failed; i++) {
        if (chance(calm)) worker = !worker;
        if (chance(calm)) phase[worker] = ++counter[worker];
        if (chance(calm)) phase[worker] = first[worker] = ++counter[worker];
        if (!t->me.own_phase_only && chance(calm)) counter[worker]++; // a warp's own, in the same phase
        epoch += chance(calm);
        const u64 worker_bits = (u64)worker << RACE_PHASE_SHIFT, warp = chance(calm) ? 1 : 0;
        t->me.block_first = first[worker] << RACE_COUNTER_SHIFT | worker_bits;
        t->me.phase_first = phase[worker] << RACE_COUNTER_SHIFT | worker_bits;
        t->me.record = (chance(2) ? counter : phase)[worker] << RACE_COUNTER_SHIFT | worker_bits |
                       (u64)epoch << RACE_EPOCH_SHIFT | warp << RACE_WARP_SHIFT;
        random_access(t, table);
    }
}

TEST(groups_as_single_words) {
    static u64 places[PLACES * MAX_GROUP_WORDS];
    for (const OpTable *const *table = operations_available(); *table; table++)
        for (u32 grain = 1; grain <= 4; grain *= 2) {
            RacePool pool = {.records = places, .most = PLACES};
            u32 races = 0, single = 0;
            state = 88172645463325252ull;
            for (u32 round = 0; round < 400 && !check_failed; round++) {
                Twice t = {.with = {.pool = &pool, .grain = grain, .row = 8u << random_64() % 3}};
                for (u64 launch = 1; launch <= LAUNCHES; launch++) random_launch(&t, *table, launch);
                races += t.races;
                single += t.single;
            }
            CHECK(races > 2000 && single > 2000);
        }
}

// --- How many records a pattern takes
// ------------------------------------------------------------------------------

// Groups of which each word has a record of its own, after `pattern` has stored to all that it stores to.
typedef void Pattern(Twice *t);

static void store(Twice *t, u32 warp, u32 lane, u32 start, u32 count, u32 element) {
    t->me.record = t->me.block_first | (u64)warp << RACE_WARP_SHIFT;
    t->me.write = true;
    judge_twice(t, operations_available()[0], start, count * element, element, lane, NULL);
    check_same(t);
}

static void in_order(Twice *t) {
    store(t, 0, 0, 0, BYTES / 8, 4), store(t, 1, 0, BYTES / 2, BYTES / 8, 4);
}

static void odd_start(Twice *t) { // 63 words; the second warp starts inside of a group
    store(t, 0, 0, 4, 32, 4), store(t, 1, 0, 132, 31, 4);
}

static void rows_of_33(Twice *t) {
    store(t, 0, 0, 0, 31, 4), store(t, 1, 0, 124, 31, 4);
}

static void every_other(Twice *t) {
    for (u32 lane = 0; lane < LANES; lane++) store(t, 0, lane, 8 * lane, 1, 4);
}

static void two_each(Twice *t) { // x of all lanes, then y: from halves to whole groups
    every_other(t);
    for (u32 lane = 0; lane < LANES; lane++) store(t, 0, lane, 8 * lane + 4, 1, 4);
}

static void column(Twice *t) { // of threads of one column of a block of 32 threads a row
    for (u32 warp = 0; warp < 8; warp++)
        for (u32 lane = 0; lane < 8; lane++) store(t, warp, lane, 32 * lane + 4 * warp, 1, 4);
}

static void odd_pairs(Twice *t) { // neighbours of lanes that are not neighbours
    for (u32 lane = 0; lane < 16; lane++) store(t, 0, lane, 4 * (7 * lane % 16), 1, 4);
}

static void odd_pairs_then_in_order(Twice *t) {
    odd_pairs(t);
    t->me.record = t->me.phase_first = t->me.block_first + RACE_COUNTER_STEP; // behind a barrier
    judge_twice(t, operations_available()[0], 0, 64, 4, 0, NULL);
    check_same(t);
}

static void all_widths(Twice *t) {
    store(t, 0, 0, 0, 32, 1), store(t, 0, 0, 32, 32, 2), store(t, 0, 0, 96, 8, 4), store(t, 0, 0, 128, 4, 8),
        store(t, 0, 0, 160, 6, 16);
}

static void bytes_from_the_third(Twice *t) {
    store(t, 0, 0, 3, 32, 1);
}

TEST(records_of_patterns) {
    static u64 places[PLACES * MAX_GROUP_WORDS];
    const struct {
        const char *name;
        Pattern *run;
        u32 grain, single;
    } patterns[] = {
        {"words in order", in_order, 4, 0},
        {"words in order, bytes elsewhere", in_order, 1, 0},
        {"an odd start", odd_start, 4, 1},
        {"rows of an odd number of words", rows_of_33, 4, 1},
        {"every other word", every_other, 4, 0},
        {"two words each, one after the other", two_each, 4, 0},
        {"a column", column, 4, 0},
        {"neighbours by chance", odd_pairs, 4, 8},
        {"neighbours by chance, then in order", odd_pairs_then_in_order, 4, 0},
        {"all widths", all_widths, 1, 0},
        {"bytes from the third on", bytes_from_the_third, 1, 2},
    };
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        RacePool pool = {.records = places, .most = PLACES};
        Twice t = {.with = {.pool = &pool, .grain = patterns[i].grain, .row = 32}};
        t.me.oldest = t.with.oldest = t.me.block_first = RACE_COUNTER_STEP;
        patterns[i].run(&t);
        u32 single = 0;
        for (u32 g = 0; g < GROUPS; g++)
            single += (t.groups[g] & RACE_SHAPE) >> RACE_SHAPE_SHIFT == RACE_SINGLE;
        if (single != patterns[i].single)
            check_fail_format(__FILE__, __LINE__, "%s: %u groups word by word, expected %u", patterns[i].name,
                              single, patterns[i].single);
        CHECK_EQ(t.races, 0);
    }
}

// Places of the pool are used again when their words have one history again.
TEST(places_come_back) {
    static u64 places[PLACES * MAX_GROUP_WORDS];
    RacePool pool = {.records = places, .most = 256}; // what a worker takes at once
    Twice t = {.with = {.pool = &pool, .grain = 4, .row = 32}};
    const OpTable *table = operations_available()[0];
    t.me.oldest = t.with.oldest = t.me.block_first = t.me.record = RACE_COUNTER_STEP;
    t.me.write = true;
    for (u32 round = 0; round < 1000 && !check_failed; round++) {
        t.me.phase_first = t.me.record += RACE_COUNTER_STEP; // behind a barrier
        for (u32 lane = 0; lane < 16; lane++) judge_twice(&t, table, 4 * (7 * lane % 16), 4, 4, lane, NULL);
        CHECK_EQ(t.groups[0] & RACE_SHAPE, RACE_SHAPE);
        t.me.phase_first = t.me.record += RACE_COUNTER_STEP;
        judge_twice(&t, table, 0, 64, 4, 0, NULL);
        check_same(&t);
    }
    CHECK_EQ(t.races, 0);
    CHECK_EQ(pool.used, 256);
}

// A full pool: what it has no place for is not judged, and nothing is found that is not there.
TEST(full_pool) {
    static u64 places[PLACES * MAX_GROUP_WORDS];
    RacePool pool = {.records = places, .most = 0};
    Twice t = {.with = {.pool = &pool, .grain = 4, .row = 32}};
    t.me.oldest = t.with.oldest = t.me.block_first = t.me.record = RACE_COUNTER_STEP;
    u64 room[MAX_GROUP_WORDS];
    const u64 words[] = {RACE_COUNTER_STEP | RACE_WRITE | 3, RACE_COUNTER_STEP | RACE_WRITE | 9};
    race_close(&t.with, &t.groups[0], words);
    CHECK(race_open(&t.with, t.groups[0], room) == NULL);
    const RaceRun run = {t.groups, 1, RACE_GROUP, 4, 4, 0, t.memory, NULL};
    CHECK_EQ(operations_available()[0]->judge_run(&run, &t.me), 0);
    t.with.oldest = 2 * RACE_COUNTER_STEP; // the next launch knows nothing of it
    CHECK(race_open(&t.with, t.groups[0], room) == room);
}

CHECK_MAIN()
