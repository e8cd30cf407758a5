// Race detection: the transition of the records of a whole run, all lanes at once; built once for each
// instruction set (see ISA).
//
// The same rules as race_judge() in race.c, written without branches: every case is worked out for every
// lane, and masks (no bit or all bits) choose. A test compares the two.
#include <string.h>

#include "grader/simulator/isa.h"
#include "grader/simulator/race.h"

#define MASK(condition) (0 - (u64)(condition))
#define FACTS           (RACE_BETWEEN_BLOCKS | RACE_VARIED | RACE_READ)
#define FLAG(name)      ((u64)RACE_##name)

enum { STEP = 8 };

// Eight records: what becomes of them in `now`. Returns bits where one of them is a race.
static inline __attribute__((always_inline)) u64 judge_step(const u64 *records, u64 *now, const RaceParty *me,
                                                            u64 first_fresh, const u64 *changes, bool write,
                                                            bool atomic) {
    u64 races[STEP];
#pragma GCC ivdep
    for (u64 i = 0; i < STEP; i++) {
        const u64 old = records[i], fresh = first_fresh + i, differs = old ^ fresh;
        const u64 unknown = MASK(old < me->oldest);
        const u64 here =
            MASK((differs >> RACE_TICKET_SHIFT & RACE_WORKER) == 0) & MASK(old >= me->block_first);
        const u64 wrote = MASK((old & FLAG(WRITE)) != 0), was_atomic = MASK((old & FLAG(ATOMIC)) != 0);
        const u64 varied = write ? MASK((old & FLAG(WRITTEN)) != 0) & changes[i] : 0;
        const u64 facts = ((old | fresh) & FACTS) | (~here & FLAG(BLOCKS)) | (varied & FLAG(VARIED));
        const u64 between = MASK((facts & RACE_BETWEEN_BLOCKS) == RACE_BETWEEN_BLOCKS) &
                            MASK((facts & (FLAG(VARIED) | RACE_READ)) != 0);
        const u64 phase = here & MASK(differs >> RACE_TICKET_SHIFT == 0); // the same phase of the same block
        const u64 other_warp = MASK((differs & FLAG(WARP)) != 0);
        const u64 by_warp = ~other_warp & MASK((old & FLAG(WARPS)) == 0);
        const u64 by_me = by_warp & MASK((differs & FLAG(LANE)) == 0) & MASK((old & FLAG(LANES)) == 0);
        const u64 later = by_warp & MASK((differs & FLAG(EPOCH)) != 0); // a warp barrier lies between
        const u64 earlier = (old | (wrote & ~was_atomic & FLAG(EARLIER))) & FLAG(EARLIER);
        const u64 keep = was_atomic | ~FLAG(ATOMIC);

        const u64 with_others = old | FLAG(LANES) | (other_warp & FLAG(WARPS));
        u64 others = atomic ? with_others : with_others & ~FLAG(ATOMIC);
        u64 race = write ? ~wrote | changes[i] : wrote;
        if (atomic) {
            others = was_atomic & (write ? ~0ull : ~wrote) ? fresh : others;
            race &= ~was_atomic;
        }
        race |= other_warp & MASK((old & FLAG(EARLIER)) != 0) & (write ? changes[i] : ~0ull);

        const u64 mine = (fresh | (old & (FLAG(WRITE) | FLAG(EARLIER)))) & keep;
        u64 next = (by_me & mine) | (~by_me & others);
        next = (later & (fresh | earlier)) | (~later & next);
        next = ((phase & next) | (~phase & fresh)) | facts;
        now[i] = (unknown & fresh) | (~unknown & next);
        races[i] = ~unknown & (between | (phase & ~later & ~by_me & race));
    }
    u64 any = 0;
    for (int i = 0; i < STEP; i++) any |= races[i];
    return any;
}

static inline __attribute__((always_inline)) bool
judge(u64 *records, u32 count, const RaceParty *me, u32 lane, const u64 *changes, bool write, bool atomic) {
    const u64 fresh = race_fresh(me, 0) + lane;
    u64 now[LANES], any = 0;
    u32 at = 0;
    for (; at + STEP <= count; at += STEP)
        any |= judge_step(records + at, now + at, me, fresh + at, changes + at, write, atomic);
    if (at < count) {
        u64 last[STEP] = {0};
        memcpy(last, records + at, (count - at) * sizeof *last);
        any |= judge_step(last, now + at, me, fresh + at, changes + at, write, atomic);
    }
    if (any) return false;
    if (count == LANES)
        memcpy(records, now, sizeof now);
    else
        memcpy(records, now, count * sizeof *now);
    return true;
}

bool ISA_NAME(race_judge_run)(u64 *records, u32 count, const RaceParty *me, u32 lane, const u8 *memory,
                              const u8 *value) {
    if (me->own_phase_only) return false;
    u64 seen = 0;
    for (u32 i = 0; i < count; i++) seen |= MASK(records[i] >= me->oldest);
    if (!seen) { // the commonest case: first accesses
        const u64 fresh = race_fresh(me, 0) + lane;
        for (u32 i = 0; i < count; i++) records[i] = fresh + i;
        return true;
    }
    u64 changes[LANES];
    if (!me->write)
        return me->atomic ? judge(records, count, me, lane, changes, false, true)
                          : judge(records, count, me, lane, changes, false, false);
    memset(changes, 0xff, sizeof changes);
    if (value) {
        u32 found[LANES] = {0}, left[LANES] = {0};
        memcpy(found, memory, count * sizeof *found);
        memcpy(left, value, count * sizeof *left);
        for (int i = 0; i < LANES; i++) changes[i] = MASK(found[i] != left[i]);
    }
    return me->atomic ? judge(records, count, me, lane, changes, true, true)
                      : judge(records, count, me, lane, changes, true, false);
}
