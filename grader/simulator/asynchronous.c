// cp.async: copies from global to shared memory that are there only when the thread has waited for them.
//
// The source is read at once, the destination is written at the wait. So a kernel that forgets to wait reads
// what was there before, or what nobody has written.
#include "grader/simulator/access.h"
#include "grader/simulator/special.h"

#include <stdlib.h>
#include <string.h>

struct PendingCopy {
    const Op *op;
    u64 address; // in shared memory
    u32 group;   // of its lane
    u8 lane;
    u8 data[MAX_ACCESS_BYTES];
};

static struct PendingCopy *add_pending(Warp *w) {
    if (w->copy_count == w->copy_room) {
        const u32 room = w->copy_room ? 2 * w->copy_room : 64;
        struct PendingCopy *list = realloc(w->copies, room * sizeof *list);
        if (!list) abort();
        w->copies = list;
        w->copy_room = room;
    }
    return &w->copies[w->copy_count++];
}

static u64 in_shared(u64 address) {
    return address >> 40 == SHARED_WINDOW >> 40 ? address & (WINDOW_SIZE - 1) : address;
}

void run_copy(Warp *w, const Op *op) {
    const u64 *to = lanes_of(w, op->a), *from = lanes_of(w, op->b);
    const u32 *size = lanes_of(w, op->c);
    Run runs[LANES];
    u32 n = 0;
    EACH_LANE_OF(w->mask, i) {
        struct PendingCopy copy = {.op = op, .lane = (u8)i, .group = w->copy_group[i]};
        const u32 bytes = size[i] < op->width ? size[i] : op->width; // what is left of the copy is zero
        copy.address = in_shared(to[i] + op->more[0]);
        const Run run = {
            .first = i, .again = i, .count = 1, .address = from[i] + op->more[1], .bytes = bytes};
        if (bytes) {
            const u8 *data = check_global_run(w, op, &run, bytes, false);
            if (!data) return;
            memcpy(copy.data, data, bytes);
            runs[n++] = run;
        }
        *add_pending(w) = copy;
    }
    w->worker->sites[op->site].requests++;
    add_sectors(&w->worker->sites[op->site], runs, n, w->worker->launch->load_shift);
}

void run_copy_commit(Warp *w, const Op *op) {
    (void)op;
    EACH_LANE_OF(w->mask, i) {
        w->copy_group[i]++;
    }
}

// Writes what the lanes of the mask have waiting, but for the last `allowed` groups of each.
static void finish_copies(Warp *w, u32 allowed, bool uncommitted) {
    u32 left = 0;
    for (u32 k = 0; k < w->copy_count; k++) {
        const struct PendingCopy copy = w->copies[k];
        const bool finished =
            w->mask >> copy.lane & 1 && (uncommitted || copy.group + allowed < w->copy_group[copy.lane]);
        if (!finished) {
            w->copies[left++] = copy;
            continue;
        }
        Op store = *copy.op;
        store.site = copy.op->more[2];
        const Run run = {.first = copy.lane,
                         .again = copy.lane,
                         .count = 1,
                         .address = copy.address,
                         .bytes = store.width,
                         .value = copy.data};
        u8 *place = check_shared_run(w, &store, &run, store.width, true);
        if (!place) return;
        memcpy(place, copy.data, store.width);
    }
    w->copy_count = left;
}

void run_copy_wait(Warp *w, const Op *op) {
    finish_copies(w, (u32)op->imm, op->flags);
}
