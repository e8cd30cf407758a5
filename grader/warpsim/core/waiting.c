// Threads that wait for others: what tells a warp that does its work from one that only looks at memory.
//
// A load that is volatile, relaxed or acquire, and an atomic operation that changes nothing, may be a look
// whether others have come so far. After a number of them in a row the warp gives its turn away.
#include "grader/warpsim/core/special.h"

void run_look(Warp *w, const Op *op) {
    (void)op;
    if (++w->idle >= IDLE_LOOKS) w->turn = 0;
}

void run_sleep(Warp *w, const Op *op) {
    const u32 *time = lanes_of(w, op->a);
    u32 longest = 0;
    EACH_LANE_OF(w->mask, i) {
        longest = time[i] > longest ? time[i] : longest;
    }
    w->slept += longest;
    w->idle += IDLE_LOOKS / 2;
    if (w->idle >= IDLE_LOOKS) w->turn = 0;
}
