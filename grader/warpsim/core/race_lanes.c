// Race detection: the transition of the records of a whole run, all lanes at once; built once for each
// instruction set (see ISA).
//
// The same rules as race_judge() in race.c, written without branches: every case is worked out for every
// lane, and masks (no bit or all bits) choose. A test compares the two.
#include <string.h>

#include "grader/warpsim/core/isa.h"
#include "grader/warpsim/core/race.h"

#define FLAG(name) ((u64)RACE_##name)
#define FACTS      (RACE_BETWEEN_BLOCKS | FLAG(SHOWS))

enum { STEP = 8 };

// The kinds of access: what is known before is left out by the compiler.
typedef struct {
    bool write, atomic, own_memory;
} Kind;

// What a write does to eight records' memory: all bits where it leaves something else; not 0 where only some
// of a record's words change, so that they have no longer one history.
typedef struct {
    u64 any[STEP], some[STEP];
} Changes;

// The first access of each record is `first_fresh` and a lane more for each `1 << up >> down` records.
typedef struct {
    u64 first_fresh;
    u32 up, down;
} Fresh;

static inline u64 fresh_record(Fresh f, u64 i) {
    return f.first_fresh + (i << f.up >> f.down);
}

// Eight records: what they are, what becomes of them, and not 0 for a race or what needs a closer look.
typedef struct {
    u64 old[STEP], now[STEP], races[STEP];
} Eight;

// Judges eight records, of which the first is number `at` of the run. Returns not 0 where Eight.races has
// that.
static inline __attribute__((always_inline)) u64 judge_step(Eight *e, const RaceAccess *me, Fresh f, u64 at,
                                                            const Changes *c, Kind kind) {
    const u64 oldest = me->oldest, block_first = me->block_first, phase_first = me->phase_first;
    const u64 own_block = me->own_block_only ? ~0ull : 0, own_phase = me->own_phase_only ? ~0ull : 0;
    u64 any = 0;
    for (u64 i = 0; i < STEP; i++) {
        const u64 old = e->old[i], fresh = fresh_record(f, at + i), differs = old ^ fresh;
        const u64 change = kind.write ? c->any[i] : 0;
        u64 facts = (old | fresh) & FACTS;
        if (kind.write) facts |= (old & FLAG(WRITTEN) ? FLAG(SHOWS) : 0) & change;

        // Another thread's access of the same phase: judge_other_thread() in race.c.
        const u64 other_warp = differs & FLAG(WARP) ? ~0ull : 0;
        u64 next = (old | FLAG(LANES) | (other_warp & FLAG(WARPS))) & ~(FLAG(LANE) | RACE_SHAPE);
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
        const u64 new_epoch =
            (differs & FLAG(WARP)) | (old & FLAG(WARPS)) ? 0 : differs & (FLAG(EPOCH) | RACE_PHASE);
        next = new_epoch ? fresh | (old & FLAG(EARLIER)) | wrote : next;
        race = new_epoch ? 0 : race;

        if (!kind.own_memory) { // another block; another phase of this one
            const u64 elsewhere = (differs & (u64)RACE_WORKER << RACE_PHASE_SHIFT ? FLAG(BLOCKS) : 0) |
                                  (old < block_first ? FLAG(BLOCKS) : 0);
            facts |= elsewhere;
            const u64 phase =
                elsewhere | (old < phase_first ? ~0ull : 0) | (differs >> RACE_PHASE_SHIFT & own_phase);
            next = phase ? fresh : next;
            race = phase ? 0 : race;
            const u64 between = (facts & RACE_BETWEEN_BLOCKS) == RACE_BETWEEN_BLOCKS ? ~0ull : 0;
            race |= between & facts & FLAG(SHOWS);
            race |= (elsewhere & own_block) | (phase & own_phase);
            // Other threads than the run's by their shape, unless it does not matter which ones.
            race |= (old & FLAG(LANES) ? old : differs) & RACE_SHAPE;
            race |= kind.write ? c->some[i] : 0;
        }
        next |= facts;
        const u64 stop = old < oldest ? 0 : race;
        e->now[i] = old < oldest ? fresh : next;
        e->races[i] = stop;
        any |= stop;
    }
    return any;
}

// All bits where the record's memory will be another than it is, and where only a part of its words will.
static inline void find_changes(Changes *c, const RaceRun *run, u32 at, u32 count) {
    const u8 *memory = run->memory + (u64)at * run->span, *value = run->value + (u64)at * run->span;
    u64 found[STEP] = {0}, left[STEP] = {0};
    if (run->span == sizeof(u64)) {
        memcpy(found, memory, count * sizeof(u64));
        memcpy(left, value, count * sizeof(u64));
    } else if (run->span == sizeof(u32)) {
        u32 words[2][STEP] = {{0}};
        if (count ==
            STEP) { // of a size that the compiler knows: no call, and no piecewise store before the load
            memcpy(words[0], memory, sizeof words[0]);
            memcpy(words[1], value, sizeof words[1]);
        } else {
            memcpy(words[0], memory, count * sizeof(u32));
            memcpy(words[1], value, count * sizeof(u32));
        }
        for (int i = 0; i < STEP; i++) left[i] = words[0][i] ^ words[1][i];
    } else {
        for (u32 i = 0; i < count * run->span; i++) left[i / run->span] |= (u64)(memory[i] ^ value[i]);
    }
    const u64 low = run->grain == 4 ? 0x100000001 : run->grain == 2 ? 0x1000100010001 : 0x101010101010101;
    const u64 high = low << (8 * run->grain - 1); // the lowest and the highest bit of each word
    for (int i = 0; i < STEP; i++) {
        const u64 x = found[i] ^ left[i];
        c->any[i] = x ? ~0ull : 0;
        c->some[i] = c->any[i] & (x - low) & ~x & high; // a word of zeros borrows
    }
}

enum { WIDE = 4 }; // records in a vector of AVX2: a wider one is taken apart where there is no AVX-512
typedef u64 Records __attribute__((vector_size(WIDE * sizeof(u64))));
typedef s64 Ordered __attribute__((vector_size(WIDE * sizeof(u64)))); // AVX2 compares signed numbers alone

// The same order among signed numbers as among unsigned ones.
#define ORDERED(records) ((Ordered)((records) ^ 1ull << 63))

// By address: a vector as a parameter has another ABI where there is no AVX.
static inline bool all_set(const Ordered *mask) {
    return (*mask)[0] & (*mask)[1] & (*mask)[2] & (*mask)[3];
}

// A plain read of the block's own memory that leaves eight records as they are: other lanes of this warp, or other warps, have read
// there since the last barrier, and nobody has written.
static inline bool is_settled(const u64 *records, u64 fresh, u64 oldest) {
    const u64 read_by_many = FLAG(LANES) | FLAG(PLAIN) | FLAG(SHOWS),
              flags = read_by_many | FLAG(LANE) | RACE_SHAPE | FLAG(WRITE) | FLAG(ATOMIC) | FLAG(EARLIER);
    const Ordered least = ORDERED((Records){0} + oldest);
    Ordered settled = {-1, -1, -1, -1};
    for (u32 at = 0; at < STEP; at += WIDE) {
        Records old;
        memcpy(&old, records + at, sizeof old);
        settled &= ((old & flags) == read_by_many) & ~(least > ORDERED(old));
        settled &=
            ((old & FLAG(WARPS)) != 0) | (((old ^ fresh) & (FLAG(WARP) | FLAG(EPOCH) | RACE_PHASE)) == 0);
    }
    return all_set(&settled);
}

// A plain write of the block's own memory where each thread alone has read since the last barrier, and nobody has written.
// Updates the eight records, of which each is a lane's.
static inline bool writes_what_it_read(u64 *records, u64 first_fresh, u64 oldest) {
    const u64 others = FLAG(LANES) | FLAG(WARPS) | FLAG(WRITE) | FLAG(WRITTEN) | FLAG(ATOMIC),
              thread = FLAG(LANE) | FLAG(WARP) | FLAG(EPOCH) | RACE_PHASE;
    const Ordered least = ORDERED((Records){0} + oldest);
    const Records lanes = {0, 1, 2, 3}, first = lanes + first_fresh;
    const Records fresh[STEP / WIDE] = {first, first + WIDE};
    Records old[STEP / WIDE];
    memcpy(old, records, sizeof old);
    Ordered own = {-1, -1, -1, -1};
    for (u32 i = 0; i < STEP / WIDE; i++)
        own &= (((old[i] & others) | ((old[i] ^ fresh[i]) & thread)) == 0) & ~(least > ORDERED(old[i]));
    if (!all_set(&own)) return false;
    for (u32 i = 0; i < STEP / WIDE; i++) old[i] = fresh[i] | (old[i] & (FLAG(EARLIER) | FACTS));
    memcpy(records, old, sizeof old);
    return true;
}

static inline __attribute__((always_inline)) u32 judge(const RaceRun *run, const RaceAccess *me, Fresh f,
                                                       Kind kind) {
    Changes changes;
    memset(changes.any, 0xff, sizeof changes.any);
    memset(changes.some, 0, sizeof changes.some);
    for (u32 at = 0; at < run->count; at += STEP) {
        Eight e; // all of it is worked out, whatever the count is
        u64 *records = run->records + at;
        const u32 left = run->count - at, count = left < STEP ? left : STEP;
        if (kind.own_memory && !kind.atomic && count == STEP) {
            if (kind.write ? !f.up && !f.down && writes_what_it_read(records, f.first_fresh + at, me->oldest)
                           : is_settled(records, f.first_fresh, me->oldest))
                continue;
        }
        if (kind.write && run->value) find_changes(&changes, run, at, count);
        if (count == STEP) {
            memcpy(e.old, records, sizeof e.old);
        } else {
            memset(e.old, 0, sizeof e.old);
            memcpy(e.old, records, count * sizeof *e.old);
        }
        u32 fine = count;
        if (judge_step(&e, me, f, at, &changes, kind))
            for (fine = 0; fine < count && !e.races[fine];) fine++;
        if (fine == STEP)
            memcpy(records, e.now, sizeof e.now);
        else
            memcpy(records, e.now, fine * sizeof *e.now);
        if (fine < count) return at + fine;
    }
    return run->count;
}

// Lanes from one record to the next, as shifts; the shape of a record's words, RaceShape.
static Fresh fresh_of(const RaceRun *run, const RaceAccess *me) {
    const int shift = __builtin_ctz(run->span) - __builtin_ctz(run->element);
    Fresh f = {.first_fresh = race_fresh(me, run->lane),
               .up = shift > 0 ? (u32)shift : 0,
               .down = shift < 0 ? (u32)-shift : 0};
    if (run->span == RACE_GROUP) f.first_fresh |= (u64)f.up << RACE_SHAPE_SHIFT;
    return f;
}

// The commonest case: this launch has not been at any of the records. The last vector may overlap the one before it.
static inline bool is_first(const RaceRun *run, u64 oldest) {
    u64 largest = 0;
    if (run->count < WIDE) {
        for (u32 i = 0; i < run->count; i++) largest = run->records[i] > largest ? run->records[i] : largest;
        return largest < oldest;
    }
    const Ordered least = ORDERED((Records){0} + oldest);
    Records some;
    memcpy(&some, run->records + run->count - WIDE, sizeof some);
    Ordered unseen = least > ORDERED(some);
    for (u32 at = 0; at + WIDE < run->count; at += WIDE) {
        memcpy(&some, run->records + at, sizeof some);
        unseen &= least > ORDERED(some);
    }
    return all_set(&unseen);
}

// A run of one record.
static u32 judge_one(const RaceRun *run, const RaceAccess *me, u64 fresh) {
    const u64 old = *run->records;
    if (old < me->oldest) {
        *run->records = fresh;
        return 1;
    }
    bool changes = me->write;
    if (me->write && run->value) {
        changes = memcmp(run->memory, run->value, run->grain) != 0;
        for (u32 at = run->grain; at < run->span; at += run->grain)
            if (changes != (memcmp(run->memory + at, run->value + at, run->grain) != 0)) return 0;
    }
    if ((old & FLAG(LANES) ? old : old ^ fresh) & RACE_SHAPE) return 0;
    if (me->own_block_only && !race_same_block(old, me)) return 0;
    u64 now = old & ~RACE_SHAPE;
    if (race_judge(&now, me, run->lane, changes) != RACE_NONE) return 0;
    *run->records = now & FLAG(LANES) ? now : now | (fresh & RACE_SHAPE);
    return 1;
}

u32 ISA_NAME(race_judge_run)(const RaceRun *run, const RaceAccess *me) {
    const Fresh f = fresh_of(run, me);
    if (run->count == 1) return judge_one(run, me, f.first_fresh);
    if (is_first(run, me->oldest)) {
        for (u32 i = 0; i < run->count; i++) run->records[i] = fresh_record(f, i);
        return run->count;
    }
    switch (me->write << 2 | me->atomic << 1 | me->own_memory) {
    case 0: return judge(run, me, f, (Kind){false, false, false});
    case 1: return judge(run, me, f, (Kind){false, false, true});
    case 2: return judge(run, me, f, (Kind){false, true, false});
    case 3: return judge(run, me, f, (Kind){false, true, true});
    case 4: return judge(run, me, f, (Kind){true, false, false});
    case 5: return judge(run, me, f, (Kind){true, false, true});
    case 6: return judge(run, me, f, (Kind){true, true, false});
    default: return judge(run, me, f, (Kind){true, true, true});
    }
}
