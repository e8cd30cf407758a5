// Race detection: the transition of one record.
#include "grader/warpsim/core/race.h"

#include <stddef.h>

#define RACE_FACTS (RACE_BETWEEN_BLOCKS | RACE_SHOWS)

// The last access was by this thread alone.
static bool by_me(u64 record, u64 mine) {
    return ((record ^ mine) & (RACE_LANE | RACE_WARP)) == 0 && !(record & (RACE_LANES | RACE_WARPS));
}

static bool by_my_warp(u64 record, u64 mine) {
    return ((record ^ mine) & RACE_WARP) == 0 && !(record & RACE_WARPS);
}

static RaceKind kind_of(bool last_wrote, bool write) {
    return !write ? RACE_READ_AFTER_WRITE : last_wrote ? RACE_WRITE_AFTER_WRITE : RACE_WRITE_AFTER_READ;
}

// Another thread's access of the same phase, with nothing between. Returns what becomes of the record in
// `*now`.
static RaceKind judge_other_thread(u64 old, u64 fresh, const RaceAccess *me, bool changes, u64 *now) {
    const u64 others = (old ^ fresh) & RACE_WARP ? RACE_WARPS | RACE_LANES : RACE_LANES;
    const u64 several = (old | others) & ~(u64)RACE_LANE;
    const bool other_warp = others & RACE_WARPS;
    if (other_warp && (old & RACE_EARLIER) && (changes || !me->write)) return kind_of(true, me->write);
    if (me->atomic && (old & RACE_ATOMIC)) {
        *now = me->write || !(old & RACE_WRITE) ? fresh : several; // a read does not push out a write
        return RACE_NONE;
    }
    const bool harmless = me->write ? (old & RACE_WRITE) && !changes : !(old & RACE_WRITE);
    if (!harmless) return kind_of(old & RACE_WRITE, me->write);
    *now = several;
    if (!me->atomic) *now &= ~(u64)RACE_ATOMIC;
    return RACE_NONE;
}

RaceKind race_judge(u64 *record, const RaceAccess *me, u32 lane, bool changes) {
    const u64 old = *record;
    const u64 fresh = race_fresh(me, lane);
    if (old < me->oldest) { // first access of this launch
        *record = fresh;
        return RACE_NONE;
    }
    const bool here = race_same_block(old, me);
    u64 facts = (old | fresh) & RACE_FACTS;
    if (!here) facts |= RACE_BLOCKS;
    if (me->write && (old & RACE_WRITTEN) && changes) facts |= RACE_SHOWS;
    if ((facts & RACE_BETWEEN_BLOCKS) == RACE_BETWEEN_BLOCKS && (facts & RACE_SHOWS))
        return kind_of(old & RACE_WRITTEN, me->write);
    u64 now;
    if (!here || old < me->phase_first) {
        now = fresh; // another block, or another phase of this one
    } else if (by_my_warp(old, fresh) && ((old ^ fresh) & (RACE_EPOCH | RACE_PHASE))) {
        const bool wrote = (old & RACE_WRITE) && !(old & RACE_ATOMIC);
        now = fresh | (old & RACE_EARLIER) | (wrote ? RACE_EARLIER : 0);
    } else if (by_me(old, fresh)) {
        // A thread's own write outlives its later reads, and a plain access its later atomic ones.
        now = fresh | (old & (RACE_WRITE | RACE_EARLIER));
        if (!(old & RACE_ATOMIC)) now &= ~(u64)RACE_ATOMIC;
    } else {
        const RaceKind kind = judge_other_thread(old, fresh, me, changes, &now);
        if (kind != RACE_NONE) return kind;
    }
    *record = now | facts;
    return RACE_NONE;
}

static bool same_thread(const RaceDetail *a, const RaceDetail *b) {
    return a->block == b->block && a->thread == b->thread;
}

void race_keep(RaceHistory *history, RaceDetail access) {
    if (!same_thread(&history->last, &access)) history->before = history->last;
    history->last = access;
    if (access.write && !access.atomic) history->written = access;
}

static bool are_atomic(const RaceDetail *a, const RaceDetail *b) {
    return a->atomic && b->atomic && (a->block == b->block || (!a->block_scope && !b->block_scope));
}

static bool races(const RaceDetail *a, const RaceDetail *b, u64 oldest) {
    if (same_thread(a, b) || !(a->write || b->write) || are_atomic(a, b)) return false;
    return a->block == b->block ? a->phase == b->phase : (u64)a->phase << RACE_PHASE_SHIFT >= oldest;
}

const RaceDetail *race_strong_other(const RaceHistory *history, RaceDetail access) {
    const RaceDetail *const kept[] = {&history->last, &history->before};
    for (int i = 0; i < 2; i++) {
        const RaceDetail *a = kept[i];
        const bool both = a->atomic && access.atomic && (a->write || access.write);
        if (both && a->phase == access.phase && a->block == access.block && a->thread != access.thread)
            return a;
    }
    return NULL;
}

const RaceDetail *race_other(const RaceHistory *history, RaceDetail access, u64 oldest) {
    const RaceDetail *const kept[] = {&history->last, &history->before, &history->written};
    for (int i = 0; i < 3; i++)
        if (races(kept[i], &access, oldest)) return kept[i];
    return NULL;
}
