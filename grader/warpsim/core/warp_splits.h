// Independent thread scheduling: parts of a warp that go their own ways for a while.
//
// A warp runs on one reconvergence stack (warp.c) as long as that can work. Where lanes wait for other lanes
// of their warp it cannot: a spin lock, a __syncwarp() that lanes reach at different places. There the warp
// is divided into splits ("warp splits" of Meng, Tarjan, Skadron, Dynamic Warp Subdivision, ISCA 2010), each with
// some of the lanes, a stack and registers of its own, and these take turns.
#ifndef WARPBOOK_WARP_SPLITS_H
#define WARPBOOK_WARP_SPLITS_H

#include "grader/warpsim/core/warp.h"

// A turn of the warp is over: lets the other splits have theirs, and splits a warp that waits for its own
// lanes. Without splits, and with a warp that gets on, there is nothing to do: see splits_needed().
void splits_take_turns(Warp *w);

static inline bool splits_needed(const Warp *w) {
    return w->split_count || w->sync ||
           (w->state == WARP_READY && (w->parts || w->idle >= IDLE_LOOKS) && w->mask != w->live);
}

// Where lanes stay apart, in a kernel whose threads hand values on by volatile accesses: the even lanes of a warp that is together go their own
// way.
void splits_part(Warp *w);

// The operation names lanes that are not here but may come. True: the split waits for them, and the
// operation is carried out, or passed when `passes`, once they have come. False: no lane is left to come.
bool splits_wait(Warp *w, const Op *op, u32 members, bool passes);

// Puts a split that waits at the block's barrier into the place of the one that has just been released.
bool splits_release_next(Warp *w);

// Sees to `bytes` from Warp.frame on, FRAME_SPACE at most, for calls: a split has a frame of its own. False without memory: the kernel
// is stopped.
bool splits_make_room(Warp *w, size_t bytes);

// Forgets them all, when a block starts: the warp has its home as its frame.
void splits_clear(Warp *w);

// Lanes of the warp's other splits that have not left the kernel.
u32 splits_live(const Warp *w);

// A number that is the same where all lanes of the warp are at the same places with the same registers, whichever split has its turn.
u64 warp_fingerprint(const Warp *w);

// Makes the warp the split that would go on next. False: none would, as all wait at barriers or have ended.
bool splits_take_waiting(Warp *w);

#endif
