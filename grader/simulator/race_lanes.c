// Race detection: the transition of the records of a whole run, all lanes at once; built once for each
// instruction set (see ISA).
//
// The same rules as race_judge() in race.c, written without branches: every case is worked out for every
// lane, and masks (no bit or all bits) choose. A test compares the two.
#include <string.h>

#include "grader/simulator/isa.h"
#include "grader/simulator/race.h"

#define FLAG(name) ((u64)RACE_##name)
#define FACTS      (RACE_BETWEEN_BLOCKS | FLAG(VARIED) | RACE_READ)

enum { STEP = 8 };

// The kinds of access: what is known before is left out by the compiler.
typedef struct {
    bool write, atomic, own_memory;
} Kind;

// Eight records: what becomes of them in `now`. Returns not 0 where one of them is a race.
static inline __attribute__((always_inline)) u64 judge_step(const u64 *records, u64 *now, const RaceParty *me,
                                                            u64 first_fresh, const u64 *changes, Kind kind) {
    u64 races[STEP];
    for (u64 i = 0; i < STEP; i++) {
        const u64 old = records[i], fresh = first_fresh + i, differs = old ^ fresh;
        const u64 change = kind.write ? changes[i] : 0;
        u64 facts = (old | fresh) & FACTS;
        if (kind.write) facts |= (old & FLAG(WRITTEN) ? FLAG(VARIED) : 0) & change;

        // Another thread's access of the same phase: judge_other_thread() in race.c.
        const u64 other_warp = differs & FLAG(WARP) ? ~0ull : 0;
        u64 next = old | FLAG(LANES) | (other_warp & FLAG(WARPS));
        u64 race = kind.write ? (old & FLAG(WRITE) ? change : 1) : old & FLAG(WRITE);
        if (kind.atomic) {
            race = old & FLAG(ATOMIC) ? 0 : race;
            const u64 look = kind.write ? FLAG(ATOMIC) : FLAG(ATOMIC) | FLAG(WRITE);
            next = (old & look) == FLAG(ATOMIC) ? fresh : next; // a read does not push out a write
        } else {
            next &= ~FLAG(ATOMIC);
        }
        race |= (old & FLAG(EARLIER) ? other_warp : 0) & (kind.write ? change : 1);

        // The same thread's; the same warp's before a warp barrier.
        const u64 mine = (fresh | (old & (FLAG(WRITE) | FLAG(EARLIER)))) & (old | ~FLAG(ATOMIC));
        const u64 by_others = (differs & (FLAG(WARP) | FLAG(LANE))) | (old & (FLAG(LANES) | FLAG(WARPS)));
        next = by_others ? next : mine;
        race = by_others ? race : 0;
        const u64 wrote = (old & (FLAG(WRITE) | FLAG(ATOMIC))) == FLAG(WRITE) ? FLAG(EARLIER) : 0;
        const u64 new_epoch = (differs & FLAG(WARP)) | (old & FLAG(WARPS)) ? 0 : differs & FLAG(EPOCH);
        next = new_epoch ? fresh | (old & FLAG(EARLIER)) | wrote : next;
        race = new_epoch ? 0 : race;

        if (!kind.own_memory) { // another block; another phase of this one
            const u64 elsewhere = (differs & (u64)RACE_WORKER << RACE_TICKET_SHIFT ? FLAG(BLOCKS) : 0) |
                                  (old < me->block_first ? FLAG(BLOCKS) : 0);
            facts |= elsewhere;
            const u64 phase = elsewhere | differs >> RACE_TICKET_SHIFT;
            next = phase ? fresh : next;
            race = phase ? 0 : race;
            const u64 between = (facts & RACE_BETWEEN_BLOCKS) == RACE_BETWEEN_BLOCKS ? ~0ull : 0;
            race |= between & facts & (FLAG(VARIED) | RACE_READ);
        }
        next |= facts;
        now[i] = old < me->oldest ? fresh : next;
        races[i] = old < me->oldest ? 0 : race;
    }
    u64 any = 0;
    for (int i = 0; i < STEP; i++) any |= races[i];
    return any;
}

static inline __attribute__((always_inline)) bool judge(u64 *records, u32 count, const RaceParty *me,
                                                        u32 lane, const u64 *changes, Kind kind) {
    const u64 fresh = race_fresh(me, 0) + lane;
    u64 now[LANES], any = 0;
    u32 at = 0;
    for (; at + STEP <= count; at += STEP)
        any |= judge_step(records + at, now + at, me, fresh + at, changes + at, kind);
    if (at < count) {
        u64 last[STEP] = {0};
        memcpy(last, records + at, (count - at) * sizeof *last);
        any |= judge_step(last, now + at, me, fresh + at, changes + at, kind);
    }
    if (any) return false;
    if (count == LANES)
        memcpy(records, now, sizeof now);
    else
        memcpy(records, now, count * sizeof *now);
    return true;
}

// `room`, of which `count` are used, is a constant where this is called.
static inline __attribute__((always_inline)) void compare_words(u64 *changes, u32 room, u32 count,
                                                                const u8 *memory, const u8 *value) {
    u32 found[LANES], left[LANES];
    for (u32 i = 0; i < room; i++) found[i] = left[i] = 0;
    memcpy(found, memory, count * sizeof *found);
    memcpy(left, value, count * sizeof *left);
    for (u32 i = 0; i < room; i++) changes[i] = found[i] != left[i] ? ~0ull : 0;
}

// All bits where the element will be another than it is. Runs of scattered accesses are short.
static void find_changes(u64 *changes, u32 count, u32 grain, const u8 *memory, const u8 *value) {
    if (grain != 4)
        for (u32 i = 0; i < count; i++)
            changes[i] = memcmp(memory + i * grain, value + i * grain, grain) != 0 ? ~0ull : 0;
    else if (count <= STEP)
        compare_words(changes, STEP, count, memory, value);
    else
        compare_words(changes, LANES, count, memory, value);
}

bool ISA_NAME(race_judge_run)(u64 *records, u32 count, const RaceParty *me, u32 lane, u32 grain,
                              const u8 *memory, const u8 *value) {
    if (me->own_phase_only) return false;
    u64 seen = 0;
    for (u32 i = 0; i < count; i++) seen |= records[i] >= me->oldest;
    if (!seen) { // the commonest case: first accesses
        const u64 fresh = race_fresh(me, 0) + lane;
        for (u32 i = 0; i < count; i++) records[i] = fresh + i;
        return true;
    }
    u64 changes[LANES]; // of writes alone
    if (me->write && value)
        find_changes(changes, count, grain, memory, value);
    else if (me->write)
        memset(changes, 0xff, sizeof changes);
    switch (me->write << 2 | me->atomic << 1 | me->own_memory) {
    case 0: return judge(records, count, me, lane, changes, (Kind){false, false, false});
    case 1: return judge(records, count, me, lane, changes, (Kind){false, false, true});
    case 2: return judge(records, count, me, lane, changes, (Kind){false, true, false});
    case 3: return judge(records, count, me, lane, changes, (Kind){false, true, true});
    case 4: return judge(records, count, me, lane, changes, (Kind){true, false, false});
    case 5: return judge(records, count, me, lane, changes, (Kind){true, false, true});
    case 6: return judge(records, count, me, lane, changes, (Kind){true, true, false});
    default: return judge(records, count, me, lane, changes, (Kind){true, true, true});
    }
}
