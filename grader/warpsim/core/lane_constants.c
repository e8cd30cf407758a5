// The constants of a module: a growing array, and a hash table that knows where each stands.
#include "grader/warpsim/core/lane_constants.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 << 10, MOST_ROOM = 64 << 20, NARROW = 4 * LANES, WIDE = 8 * LANES };

// Where the constant stands in the table, or the free place for it.
static u32 *place_of(const LaneConstants *c, u64 value, bool wide) {
    u32 at = (u32)((value + wide) * 0x9e3779b97f4a7c15ull >> (64 - c->place_bits));
    for (;; at = (at + 1) % (1u << c->place_bits)) {
        u32 *place = &c->places[at];
        if (!*place) return place;
        const u32 slot = *place - 1;
        u64 have = 0;
        memcpy(&have, c->lanes + slot * NARROW, c->wide[slot] ? 8 : 4);
        if (c->wide[slot] == wide && have == value) return place;
    }
}

static void enter_all(LaneConstants *c) {
    for (u32 slot = 0; slot < c->bytes / NARROW; slot += c->wide[slot] ? 2 : 1) {
        u64 value = 0;
        memcpy(&value, c->lanes + slot * NARROW, c->wide[slot] ? 8 : 4);
        *place_of(c, value, c->wide[slot]) = slot + 1;
    }
}

// Twice the room, with a table of twice as many places as constants that fit.
static bool grow(LaneConstants *c) {
    const u32 room = c->room ? 2 * c->room : FIRST_ROOM, slots = room / NARROW;
    if (room > MOST_ROOM) return false;
    u8 *lanes = aligned_alloc(64, room);
    bool *wide = calloc(slots, sizeof *wide);
    u32 *places = calloc(2 * (size_t)slots, sizeof *places);
    if (!lanes || !wide || !places) {
        free(lanes), free(wide), free(places);
        return false;
    }
    if (c->bytes) {
        memcpy(lanes, c->lanes, c->bytes);
        memcpy(wide, c->wide, c->bytes / NARROW * sizeof *wide);
    }
    free(c->lanes), free(c->wide), free(c->places);
    c->lanes = lanes, c->wide = wide, c->places = places;
    c->room = room;
    c->place_bits = (u32)__builtin_ctz(2 * slots);
    enter_all(c);
    return true;
}

bool lane_constants_find(LaneConstants *c, u64 value, bool wide, u32 *offset) {
    if (c->room - c->bytes < WIDE && !grow(c)) return false;
    u32 *place = place_of(c, value, wide);
    if (!*place) {
        const u32 slot = c->bytes / NARROW;
        *place = slot + 1;
        c->wide[slot] = wide;
        for (u32 i = 0; i < LANES; i++)
            memcpy(c->lanes + c->bytes + i * (wide ? 8 : 4), &value, wide ? 8 : 4);
        c->bytes += wide ? WIDE : NARROW;
    }
    *offset = (*place - 1) * NARROW;
    return true;
}

void lane_constants_seal(LaneConstants *c) {
    free(c->places);
    c->places = NULL;
}

void lane_constants_free(LaneConstants *c) {
    free(c->lanes), free(c->wide), free(c->places);
}
