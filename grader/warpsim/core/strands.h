// Independent thread scheduling: parts of a warp that go their own ways for a while.
//
// A warp runs on one reconvergence stack (warp.c) as long as that can work. Where lanes wait for other lanes
// of their warp it cannot: a spin lock, a __syncwarp() that lanes reach at different places. There the warp
// is split into strands, each with some of the lanes, a stack and registers of its own, and these take turns.
#ifndef WARPBOOK_STRANDS_H
#define WARPBOOK_STRANDS_H

#include "grader/warpsim/core/warp.h"

// A turn of the warp is over: lets the other strands have theirs, and splits a warp that waits for its own
// lanes. Without strands, and with a warp that gets on, there is nothing to do: see strands_needed().
void strands_take_turns(Warp *w);

static inline bool strands_needed(const Warp *w) {
    return w->strand_count || w->sync ||
           (w->state == WARP_READY && w->idle >= IDLE_LOOKS && w->mask != w->live);
}

// The operation names lanes that are not here but may come. True: the strand waits for them, and the
// operation is carried out, or passed when `passes`, once they have come. False: nobody is left to come.
bool strands_wait(Warp *w, const Op *op, u32 members, bool passes);

// Puts a strand that waits at the block's barrier into the place of the one that has just been released.
bool strands_release_next(Warp *w);

// Forgets them all, when a block starts.
void strands_clear(Warp *w);

// Lanes of the warp's other strands that have not left the kernel.
u32 strands_live(const Warp *w);

#endif
