// Race detection: the transition of one record.
#include "grader/simulator/race.h"

static bool same_block(u64 record, const RaceParty *me) {
    return (record >> RACE_TICKET_SHIFT & RACE_WORKER) == (me->record >> RACE_TICKET_SHIFT & RACE_WORKER) &&
           record >= me->block_first;
}

// The last access was by this thread alone.
static bool by_me(u64 record, u64 mine) {
    return ((record ^ mine) & (RACE_LANE | RACE_WARP)) == 0 && !(record & (RACE_LANES | RACE_WARPS));
}

// A warp barrier lies between: the same warp, an older epoch.
static bool before_warp_barrier(u64 record, u64 mine) {
    return ((record ^ mine) & RACE_WARP) == 0 && !(record & RACE_WARPS) && ((record ^ mine) & RACE_EPOCH) != 0;
}

static RaceKind kind_of(bool last_wrote, bool write) {
    return !write ? RACE_READ_AFTER_WRITE : last_wrote ? RACE_WRITE_AFTER_WRITE : RACE_WRITE_AFTER_READ;
}

RaceKind race_judge(u64 *record, const RaceParty *me, u32 lane, bool write, bool atomic) {
    const u64 old = *record, mine = me->record | lane;
    const u64 fresh = mine | (write ? RACE_WRITE | RACE_WRITTEN : 0) | (atomic ? RACE_ATOMIC : 0);
    if (old < me->oldest) { // first access of this launch
        *record = fresh;
        return RACE_NONE;
    }
    const bool both_atomic = atomic && (old & RACE_ATOMIC);
    if (!same_block(old, me)) {
        if (write ? !both_atomic : (old & RACE_WRITTEN) && !both_atomic)
            return kind_of(old & RACE_WRITTEN, write);
        *record = write ? fresh | RACE_BLOCKS : old | RACE_BLOCKS;
        return RACE_NONE;
    }
    if ((old & RACE_BLOCKS) && (write || (old & RACE_WRITTEN)) && !both_atomic)
        return kind_of(old & RACE_WRITTEN, write);
    const u64 keep = old & (RACE_WRITTEN | RACE_BLOCKS);
    const bool same_phase = (old ^ mine) >> RACE_TICKET_SHIFT == 0;
    if (!same_phase || before_warp_barrier(old, mine)) {
        *record = fresh | keep;
        return RACE_NONE;
    }
    if (by_me(old, mine)) {
        // A thread's own write outlives its later reads; its write replaces its read.
        if (write || !(old & RACE_WRITE)) *record = fresh | keep;
        return RACE_NONE;
    }
    if (both_atomic) {
        *record = fresh | keep;
        return RACE_NONE;
    }
    if (write || (old & RACE_WRITE)) return kind_of(old & RACE_WRITE, write);
    *record = old | ((old ^ mine) & RACE_WARP ? RACE_WARPS | RACE_LANES : RACE_LANES);
    return RACE_NONE;
}
