// The race records of eight bytes: from one to several and back.
#include "grader/warpsim/core/race_group.h"

#include <string.h>

enum { PLACES_AT_ONCE = 256 };
#define PLACE_BITS ((1ull << RACE_SHAPE_SHIFT) - 1)

static RaceShape shape_of(u64 record) {
    return (RaceShape)((record & RACE_SHAPE) >> RACE_SHAPE_SHIFT);
}

static bool is_single(const RaceGroups *g, u64 record) {
    return record >= g->oldest && shape_of(record) == RACE_SINGLE;
}

static u32 words_in(const RaceGroups *g) {
    return (u32)RACE_GROUP >> __builtin_ctz(g->grain);
}

static u64 *place(const RaceGroups *g, u64 number) {
    return &g->pool->records[(number - 1) * words_in(g)];
}

// The thread that many threads further, in the same phase.
static u64 further(u64 record, u32 threads) {
    const u64 thread = (record & RACE_LANE) | (record & RACE_WARP) >> RACE_WARP_SHIFT << 5;
    const u64 other = thread + threads;
    return (record & ~(u64)(RACE_LANE | RACE_WARP)) | (other & RACE_LANE) |
           (other >> 5 << RACE_WARP_SHIFT & RACE_WARP);
}

// What word i of a group is, by the first touched word and the shape.
static u64 word(const RaceGroups *g, u64 first, RaceShape shape, u32 i) {
    const u32 at = i * g->grain;
    switch (shape) {
    case RACE_FIRST_HALF: return at < RACE_GROUP / 2 ? first : 0;
    case RACE_SECOND_HALF: return at < RACE_GROUP / 2 ? 0 : first;
    case RACE_ROWS: return further(first, i * g->row);
    default: return first + (at << shape) / RACE_GROUP;
    }
}

u64 *race_open(const RaceGroups *g, u64 record, u64 *room) {
    const u32 count = words_in(g);
    if (record < g->oldest) {
        memset(room, 0, count * sizeof *room);
        return room;
    }
    const RaceShape shape = shape_of(record);
    if (shape == RACE_SINGLE) return record & PLACE_BITS ? place(g, record & PLACE_BITS) : NULL;
    for (u32 i = 0; i < count; i++) room[i] = word(g, record & ~RACE_SHAPE, shape, i);
    return room;
}

static bool has_shape(const RaceGroups *g, const u64 *words, u64 first, RaceShape shape) {
    for (u32 i = 0; i < words_in(g); i++)
        if (word(g, first, shape, i) != words[i]) return false;
    return true;
}

// One record for all, or 0.
static u64 join(const RaceGroups *g, const u64 *words) {
    const u32 count = words_in(g);
    const u64 last = words[count - 1], first = words[0] ? words[0] : last;
    // A word that was not touched is in two of the shapes only.
    if (!last || !words[0]) {
        const RaceShape half = last ? RACE_SECOND_HALF : RACE_FIRST_HALF;
        return first && has_shape(g, words, first, half) ? first | (u64)half << RACE_SHAPE_SHIFT : 0;
    }
    if (last && (first ^ last) >> RACE_EPOCH_SHIFT) return 0; // no shape joins these
    for (RaceShape shape = RACE_ALIKE; shape < RACE_SINGLE; shape++)
        if (has_shape(g, words, first, shape)) return first | (u64)shape << RACE_SHAPE_SHIFT;
    return 0;
}

// A place for single records; 0 where the pool has none left.
static u64 take_place(RaceGroups *g) {
    if (g->returned) {
        const u64 number = g->returned;
        g->returned = *place(g, number);
        return number;
    }
    if (g->next == g->end) {
        g->next = __atomic_fetch_add(&g->pool->used, PLACES_AT_ONCE, __ATOMIC_RELAXED);
        g->end = g->next + PLACES_AT_ONCE;
    }
    if (g->end > g->pool->most || g->end > PLACE_BITS) return g->end = g->next, 0;
    return ++g->next;
}

void race_close(RaceGroups *g, u64 *record, const u64 *words) {
    const bool single = is_single(g, *record);
    const u64 joined = join(g, words);
    if (joined) {
        if (single) {
            const u64 number = *record & PLACE_BITS;
            *place(g, number) = g->returned;
            g->returned = number;
        }
        *record = joined;
    } else if (!single) {
        const u64 number = take_place(g);
        if (number)
            memcpy(place(g, number), words, words_in(g) * sizeof *words);
        else
            g->lost++;
        *record = g->oldest | (u64)RACE_SINGLE << RACE_SHAPE_SHIFT | number;
    }
}

// The words of a group in the pool, where none of those from `at` on has been touched; NULL.
static u64 *untouched(RaceGroups *g, u64 *record, u32 at) {
    const bool first = *record < g->oldest;
    const RaceShape shape = first ? RACE_ALIKE : shape_of(*record);
    const u32 count = words_in(g), half = count / 2;
    const u64 known = *record & ~RACE_SHAPE;
    if (!first && shape == RACE_SINGLE) return *record & PLACE_BITS ? place(g, *record & PLACE_BITS) : NULL;
    const bool in_second = at >= RACE_GROUP / 2;
    if (!first && (shape != (in_second ? RACE_FIRST_HALF : RACE_SECOND_HALF))) return NULL;
    const u64 number = take_place(g);
    if (!number) return NULL;
    u64 *words = place(g, number);
    for (u32 i = 0; i < count; i++) words[i] = first || (i >= half) == in_second ? 0 : known;
    *record = g->oldest | (u64)RACE_SINGLE << RACE_SHAPE_SHIFT | number;
    return words;
}

bool race_fill(RaceGroups *g, u64 *record, u32 at, u32 element, u64 fresh) {
    u64 *words = untouched(g, record, at);
    const u32 shift = (u32)__builtin_ctz(g->grain), from = at >> shift, end = (at + element) >> shift;
    for (u32 i = from; i < end; i++)
        if (!words || words[i]) return false;
    for (u32 i = from; i < end; i++) words[i] = fresh;
    race_close(g, record, words);
    return true;
}
