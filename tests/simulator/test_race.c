// The race check of whole runs against that of single words: any records, any kind of access, all instruction
// sets.
#include "grader/simulator/operations.h"
#include "grader/simulator/race.h"
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

// Tickets, warps, lanes and epochs from small ranges, so that all relations between two accesses occur.
static u64 random_record(u64 first_lane) {
    const u64 flags = RACE_LANES | RACE_WARPS | RACE_WRITE | RACE_WRITTEN | RACE_BLOCKS | RACE_ATOMIC |
                      RACE_PLAIN | RACE_EARLIER | RACE_VARIED | RACE_READ;
    return (100 + random_64() % 4) << RACE_COUNTER_SHIFT | random_64() % 2 << RACE_TICKET_SHIFT |
           (random_64() & random_64() & flags) | random_64() % 2 << RACE_EPOCH_SHIFT |
           random_64() % 2 << RACE_WARP_SHIFT | (chance(4) ? random_64() % LANES : first_lane % LANES);
}

static RaceParty random_party(bool own_memory) {
    RaceParty me = {.own_memory = own_memory, .write = chance(2), .atomic = chance(3)};
    me.read = !me.write || (me.atomic && chance(2));
    me.record = random_record(0) & ~0xffffffffull;
    me.record |= random_64() % 2 << RACE_EPOCH_SHIFT | random_64() % 2 << RACE_WARP_SHIFT;
    me.oldest = 101ull << RACE_COUNTER_SHIFT;
    me.block_first = me.record >> RACE_TICKET_SHIFT << RACE_TICKET_SHIFT;
    if (own_memory)
        me.oldest = me.block_first;
    else if (chance(2))
        me.block_first -= RACE_COUNTER_STEP;
    if (me.record < me.oldest) me.record += 2 * RACE_COUNTER_STEP;
    return me;
}

// What the run's records are, one word after the other; false where one races.
static bool judge_singly(u64 *records, u32 count, const RaceParty *me, u32 lane, u32 grain, const u8 *memory,
                         const u8 *value) {
    for (u32 i = 0; i < count; i++) {
        const bool changes =
            me->write && (!value || memcmp(memory + i * grain, value + i * grain, grain) != 0);
        if (race_judge(&records[i], me, lane + i, changes) != RACE_NONE) return false;
    }
    return true;
}

static void compare(const OpTable *table, bool own_memory) {
    u32 races = 0, judged = 0;
    state = 88172645463325252ull;
    for (u32 round = 0; round < ROUNDS && !check_failed; round++) {
        const RaceParty me = random_party(own_memory);
        const u32 count = chance(3) ? LANES : 1 + (u32)(random_64() % LANES);
        const u32 lane = (u32)(random_64() % (LANES + 1 - count));
        u64 before[LANES], want[LANES], got[LANES];
        u8 memory[4 * LANES], value[4 * LANES];
        const u32 grain = 1u << random_64() % 3;
        const u64 likely = random_record(0);
        for (u32 i = 0; i < LANES; i++) {
            before[i] = chance(20) ? random_record(lane + i) : likely | (lane + i) % LANES;
            if (own_memory && before[i] >= me.oldest) // only this block's present phase is known
                before[i] = me.block_first | (before[i] & 0xffffffff & ~(u64)RACE_BLOCKS);
        }
        for (u32 i = 0; i < sizeof memory; i++) {
            memory[i] = 1;
            value[i] = chance(40) ? 2 : 1;
        }
        memcpy(want, before, sizeof want);
        memcpy(got, before, sizeof got);
        const u8 *stored = me.write && chance(2) ? value : NULL;
        const bool fine = judge_singly(want, count, &me, lane, grain, memory, stored);
        const bool done = table->judge_run(got, count, &me, lane, grain, memory, stored);
        CHECK_EQ(done, fine);
        CHECK(memcmp(got, done ? want : before, sizeof got) == 0);
        races += !fine;
        judged += fine;
    }
    CHECK(races > ROUNDS / 20 && judged > ROUNDS / 20); // both occur
}

TEST(runs_as_single_words) {
    for (const OpTable *const *table = operations_available(); *table; table++) compare(*table, false);
}

TEST(runs_as_single_words_in_shared_memory) {
    for (const OpTable *const *table = operations_available(); *table; table++) compare(*table, true);
}

CHECK_MAIN()
