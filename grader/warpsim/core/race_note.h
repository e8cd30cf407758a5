// Notes a race.
#ifndef WARPBOOK_RACE_NOTE_H
#define WARPBOOK_RACE_NOTE_H

#include "grader/warpsim/core/race.h"
#include "grader/warpsim/core/warp.h"

// Who races with whom, as far as it is known.
typedef enum { WITHIN_WARP, WITHIN_BLOCK, BETWEEN_BLOCKS } Distance;

Distance distance_to(const Warp *w, const RaceDetail *other);

// `other` is NULL where only one side is known. `memory`: FOUND_SHARED or FOUND_GLOBAL.
void note_race(Warp *w, const Op *op, RaceKind kind, u32 lane, u32 memory, Distance distance,
               const RaceDetail *other);

// The same for accesses that are both volatile or atomic, which is not a race by itself: withheld until the result is
// found to depend on the order.
void note_doubtful(Warp *w, const Op *op, RaceKind kind, u32 lane, u32 memory, const RaceDetail *other);

#endif
