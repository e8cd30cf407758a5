// The constants of a module as operations read them: each once, repeated for all lanes of a warp.
#ifndef WARPBOOK_LANE_CONSTANTS_H
#define WARPBOOK_LANE_CONSTANTS_H

#include "grader/warpsim/core/lanes.h"

typedef struct {
    u8 *lanes; // BANK_CONSTANT, 64-byte aligned: 32 times 4 bytes, or 32 times 8, a constant
    u32 bytes, room;
    bool *wide;  // for each 128 bytes: does a 64-bit constant start here?
    u32 *places; // hash table: 1 + offset / 128 of each constant, 0 where it is free; NULL once sealed
    u32 place_bits;
} LaneConstants;

// The offset at which the value stands, added where it is new. False when memory runs out, or at 64 MiB.
bool lane_constants_find(LaneConstants *c, u64 value, bool wide, u32 *offset);

// No more come: frees what only adding needs.
void lane_constants_seal(LaneConstants *c);

void lane_constants_free(LaneConstants *c);

#endif
