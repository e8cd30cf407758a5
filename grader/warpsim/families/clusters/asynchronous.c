// cp.async: copies from global to shared memory that are there only when the thread has waited for them.
//
// The source is read at once, the destination is written at the wait. So a kernel that forgets to wait reads
// what was there before, or what was never written.
#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/core/note.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/families/clusters/cluster.h"

struct PendingCopy {
    const Op *op;
    u64 address; // in shared memory
    u32 group;   // of its lane
    u8 lane;
    u8 data[MAX_ACCESS_BYTES];
    u64 from;      // in global memory
    u32 unwritten; // bit i: nobody has written byte i of the source
};

// NULL without memory.
static struct PendingCopy *add_pending(ClusterWarp *c) {
    if (c->copy_count == c->copy_room) {
        const u32 room = c->copy_room ? 2 * c->copy_room : 64;
        struct PendingCopy *list = realloc(c->copies, room * sizeof *list);
        if (!list) return NULL;
        c->copies = list;
        c->copy_room = room;
    }
    return &c->copies[c->copy_count++];
}

bool copy_is_coming(const Warp *w, u64 byte) {
    const ThreadBlock *b = w->thread_block;
    for (u32 i = 0; i < b->warps; i++) {
        const ClusterWarp *c = cluster_warp(b->warp[i]);
        for (u32 k = 0; k < c->copy_count; k++)
            if (byte - c->copies[k].address < c->copies[k].op->width) return true;
    }
    return false;
}

static u64 in_shared(u64 address) {
    return address >> 40 == SHARED_WINDOW >> 40 ? address & (WINDOW_SIZE - 1) : address;
}

// What was never written is copied as that.
static u32 unwritten_bytes(const Arena *arena, u64 from, u32 bytes) {
    const Allocation *a = arena_find(arena, from);
    u32 unwritten = 0;
    for (u32 k = 0; k < bytes && a && from + k < a->base + a->size; k++)
        unwritten |= (u32)(arena_first_unwritten(arena, a, from + k, 1) == 0) << k;
    return unwritten;
}

void run_copy(Warp *w, const Op *op) {
    Op load = *op;
    load.flags |= ACCESS_CARRIED;
    const u64 *to = lanes_of(w, op->a), *from = lanes_of(w, op->b);
    const u32 *size = lanes_of(w, op->c);
    ClusterWarp *c = cluster_warp(w);
    Run runs[LANES];
    u32 n = 0;
    EACH_LANE_OF(w->mask, i) {
        struct PendingCopy copy = {.op = op, .lane = (u8)i, .group = c->copy_group[i]};
        const u32 bytes = size[i] < op->width ? size[i] : op->width; // what is left of the copy is zero
        copy.address = in_shared(to[i] + op->more[0]);
        const Run run = {
            .first = i, .again = i, .count = 1, .address = from[i] + op->more[1], .bytes = bytes};
        if (bytes) {
            const u8 *data = check_global_run(w, &load, &run, bytes, false);
            if (!data) return;
            copy.from = run.address;
            copy.unwritten = unwritten_bytes(w->worker->launch->arena, run.address, bytes);
            memcpy(copy.data, data, bytes);
            runs[n++] = run;
        }
        struct PendingCopy *kept = add_pending(c);
        if (!kept) {
            stop_without_memory(w);
            return;
        }
        *kept = copy;
    }
    SiteState *site = &w->worker->sites[op->site];
    site->requests++;
    for (u32 i = 0; i < n; i++) site->bytes += runs[i].bytes;
    add_sectors(site, runs, n, w->worker->launch->load_shift);
}

void run_copy_commit(Warp *w, const Op *op) {
    (void)op;
    ClusterWarp *c = cluster_warp(w);
    EACH_LANE_OF(w->mask, i) {
        c->copy_group[i]++;
    }
}

// Writes what the lanes of the mask have waiting, but for the last `allowed` groups of each.
static void finish_copies(Warp *w, u32 allowed, bool uncommitted) {
    ClusterWarp *c = cluster_warp(w);
    u32 left = 0;
    for (u32 k = 0; k < c->copy_count; k++) {
        const struct PendingCopy copy = c->copies[k];
        const bool finished =
            w->mask >> copy.lane & 1 && (uncommitted || copy.group + allowed < c->copy_group[copy.lane]);
        if (!finished) {
            c->copies[left++] = copy;
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
        if (copy.unwritten)
            definedness_copied(w, copy.op, copy.lane, copy.from, copy.address, copy.unwritten);
    }
    c->copy_count = left;
}

void run_copy_wait(Warp *w, const Op *op) {
    finish_copies(w, (u32)op->imm, op->flags);
}
