// Threads that wait for others: what tells a warp that does its work from one that only looks at memory.
//
// A load that is volatile, relaxed or acquire, and an atomic operation that changes nothing, may be a look
// whether others have come so far. After a number of them in a row the warp gives its turn away; after fewer where
// each repeats the one before, and at the first look at an mbarrier whose phase is not over.
//
// How often a waiting thread looks says nothing about its kernel: it depends on whose turn it is. So a look that is
// repeated, at the same addresses and with no other access, barrier or call between, is counted once.
#include "grader/warpsim/core/special.h"

bool look_goes_on(Warp *w, u32 site, const u64 *address) {
    Look *look = &w->look;
    bool same = look->site == site + 1 && !(w->mask & ~look->mask);
    EACH_LANE_OF(w->mask, i) {
        same &= look->address[i] == address[i];
        look->address[i] = address[i];
    }
    look->site = site + 1;
    look->mask = w->mask;
    return same;
}

void run_before_look(Warp *w, const Op *op) {
    const u64 *base = lanes_of(w, op->a);
    u64 address[LANES];
    if (!w->mask) return;
    EACH_LANE_OF(w->mask, i) {
        address[i] = base[i] + (u64)op->imm;
    }
    w->look.goes_on = look_goes_on(w, op->site, address);
    if (w->look.goes_on) w->look.before = w->worker->sites[op->site];
}

void run_other_access(Warp *w, const Op *op) {
    (void)op;
    if (w->mask) w->look.site = 0;
}

void note_look(Warp *w, bool goes_on) {
    enum { REPEATED = IDLE_LOOKS / 4 }; // there may be hundreds of warps that do nothing but this
    w->idle += goes_on ? REPEATED : 1;
    if (w->idle >= IDLE_LOOKS) w->turn = 0;
}

void run_look(Warp *w, const Op *op) {
    const bool goes_on = w->mask && w->look.goes_on;
    if (goes_on) {
        SiteState *site = &w->worker->sites[op->site];
        w->look.before.last = site->last;
        *site = w->look.before;
        w->look.goes_on = false;
    }
    note_look(w, goes_on);
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
