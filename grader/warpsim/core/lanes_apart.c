// Lanes of a warp that stay apart: who asks with __activemask() which of them are here gets one of many answers.
//
// CUDA promises that lanes wait for each other in __syncwarp() and its like, with those that the mask names, and nowhere else.
// Under warpsim_part_lanes() they stay apart behind branches (warp_splits.c). A mask that lacks lanes for this reason is kept in Worker.lost,
// and is a finding when the result turns out to be another.
#include <stdio.h>

#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/core/warp_splits.h"

static void note_mask(Warp *w, const Op *op, u32 elsewhere) {
    Worker *worker = w->worker;
    const u64 launch = worker->launch->launch_number;
    const u32 lane = (u32)__builtin_ctz(w->mask), other = (u32)__builtin_ctz(elsewhere);
    if (findings_find(&worker->lost, CHECK_RACE, w->function, op->instruction, launch)) return;
    Finding *f = note_lane(w, op, CHECK_RACE, lane);
    if (!f) return;
    snprintf(
        f->message, sizeof f->message,
        "The result depends on which lanes of the warp are here together: __activemask() names those that happen "
        "to be. A branch before this line has parted them. Where thread %s does not meet thread %s again behind it, "
        "the result is another, and CUDA does not promise that they meet.",
        thread_words(w, w->index * LANES + lane).text, thread_words(w, w->index * LANES + other).text);
    snprintf(
        f->next, sizeof f->next,
        "Name the lanes that you need, such as 0xffffffff for all of them, or ask with __ballot_sync() before the branch: "
        "a shuffle or __syncwarp() with that mask waits for them.");
    findings_surface(&worker->lost, &worker->findings, CHECK_RACE, w->function, op->instruction, launch);
}

void run_active_mask(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 elsewhere = warp_live_lanes(w) & ~w->mask;
    EACH_LANE_OF(w->mask, i) {
        d[i] = w->mask;
    }
    if (w->worker->launch->lanes_apart && w->mask && elsewhere) note_mask(w, op, elsewhere);
}
