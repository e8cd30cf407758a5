// cp.async: copies from global to shared memory that are there only when the thread has waited for them.
//
// The source is read at once, the destination is written at the wait. In between it holds nothing: the bytes count as
// never written, so that who reads them too early is told, whether what was there before would have done or not. And
// the copy races from its start on with those who still use what was there.
#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/core/note.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/families/clusters/cluster.h"
#include "grader/warpsim/families/clusters/pending_copy.h"

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

// Copies of neighbouring lanes, made by one instruction, to places side by side: as many as follow the first.
static u32 copies_together(const struct PendingCopy *list, u32 count) {
    u32 n = 1;
    while (n < count && n < LANES && list[n].op == list[0].op && list[n].lane == list[0].lane + n &&
           list[n].address == list[0].address + (u64)n * list[0].op->width)
        n++;
    return n;
}

// A read of what is coming looks for it among all that wait: by stretches, since a block has thousands.
static void find_stretches(ClusterWarp *c, u32 from) {
    for (u32 k = from; k < c->copy_count; k += c->copies[k].together)
        c->copies[k].together = (u8)copies_together(&c->copies[k], c->copy_count - k);
}

const struct PendingCopy *copy_to(const Warp *w, u64 byte, Warp **owner) {
    const ThreadBlock *b = w->thread_block;
    for (u32 i = 0; i < b->warps; i++) {
        const ClusterWarp *c = cluster_warp(b->warp[i]);
        for (u32 k = 0; k < c->copy_count; k += c->copies[k].together) {
            const u64 offset = byte - c->copies[k].address;
            if (offset >= c->copies[k].together * c->copies[k].op->width) continue;
            *owner = b->warp[i];
            return &c->copies[k + offset / c->copies[k].op->width];
        }
    }
    return NULL;
}

bool copy_is_coming(const Warp *w, u64 byte) {
    Warp *owner;
    return copy_to(w, byte, &owner) != NULL;
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

static bool all_written(const Warp *w, const Op *op, const Run *run) {
    const Allocation *a = w->worker->sites[op->site].last;
    return run->address - a->base < a->size && run->bytes <= a->size - (run->address - a->base) &&
           arena_first_unwritten(w->worker->launch->arena, a, run->address, run->bytes) == run->bytes;
}

// Reads what the lanes of a run copy.
static bool read_run(Warp *w, const Op *op, const Op *load, const Run *run, u32 element) {
    const u64 *to = lanes_of(w, op->a);
    ClusterWarp *c = cluster_warp(w);
    const u8 *data = run->bytes ? check_global_run(w, load, run, element, false) : NULL;
    if (run->bytes && !data) return false;
    const bool written = !run->bytes || all_written(w, op, run);
    const u32 before = c->copy_count;
    for (u32 k = 0; k < run->count; k++) {
        const u32 lane = run->first + k;
        struct PendingCopy *copy = add_pending(c);
        if (!copy) {
            stop_without_memory(w);
            return false;
        }
        *copy = (struct PendingCopy){.op = op,
                                     .address = in_shared(to[lane] + op->more[0]),
                                     .group = c->copy_group[lane],
                                     .waits = c->wait[lane].number,
                                     .function = w->function,
                                     .phase = w->thread_block->phase,
                                     .lane = (u8)lane,
                                     .together = 1};
        if (!data) continue;
        copy->from = run->address + (u64)k * element;
        copy->unwritten = written ? 0 : unwritten_bytes(w->worker->launch->arena, copy->from, element);
        memcpy(copy->data, data + (u64)k * element, element);
    }
    find_stretches(c, before);
    return true;
}

// What copies of neighbouring lanes, side by side, write; `data` has room for it.
static Run run_of(const struct PendingCopy *list, u32 count, u8 *data) {
    const u32 width = list->op->width;
    for (u32 i = 0; i < count; i++) memcpy(data + i * width, list[i].data, width);
    return (Run){.first = list->lane,
                 .again = list->lane,
                 .count = count,
                 .address = list->address,
                 .bytes = count * width,
                 .value = data};
}

// From now on the destination may change at any time.
static void begin_copies(Warp *w, struct PendingCopy *list, u32 count) {
    const ThreadBlock *b = w->thread_block;
    u8 data[LANES * MAX_ACCESS_BYTES];
    Op store = *list->op;
    store.site = list->op->more[2];
    const Run run = run_of(list, count, data);
    const bool fits = run.address < b->shared_bytes && run.bytes <= b->shared_bytes - run.address;
    if (!fits || run.address % store.width) return; // found when they are written
    // What holds nothing has no reader, and may be the destination of another thread's copy of the same value.
    const bool over = !memchr(b->shared_written + run.address, 0, run.bytes);
    if (over && !w->worker->launch->samples_only) judge_shared(w, &store, &run, store.width, true);
    for (u32 i = 0; i < count; i++)
        list[i].over = !memchr(b->shared_written + list[i].address, 0, store.width);
    memset(b->shared_written + run.address, 0, run.bytes);
}

void run_copy(Warp *w, const Op *op) {
    Op load = *op;
    load.flags |= ACCESS_CARRIED;
    const u64 *from = lanes_of(w, op->b);
    const u32 *size = lanes_of(w, op->c);
    Run runs[LANES];
    u32 n = 0, element[LANES];
    EACH_LANE_OF(w->mask, i) {
        const u32 bytes = size[i] < op->width ? size[i] : op->width; // what is left of the copy is zero
        const u64 address = from[i] + op->more[1];
        Run *last = n ? &runs[n - 1] : NULL;
        if (last && bytes == op->width && element[n - 1] == bytes && last->first + last->count == i &&
            address == last->address + last->bytes) {
            last->count++;
            last->bytes += bytes;
        } else {
            element[n] = bytes;
            runs[n++] = (Run){.first = i, .again = i, .count = 1, .address = address, .bytes = bytes};
        }
    }
    const u32 before = cluster_warp(w)->copy_count;
    u32 kept = 0; // of them, those that read anything
    for (u32 r = 0; r < n; r++) {
        if (!read_run(w, op, &load, &runs[r], element[r])) return;
        if (runs[r].bytes) runs[kept++] = runs[r];
    }
    const ClusterWarp *c = cluster_warp(w);
    for (u32 k = before; k < c->copy_count; k += c->copies[k].together)
        begin_copies(w, &c->copies[k], c->copies[k].together);
    SiteState *site = &w->worker->sites[op->site];
    site->requests++;
    for (u32 r = 0; r < kept; r++) site->bytes += runs[r].bytes;
    add_sectors(site, runs, kept, w->worker->launch->load_shift);
}

void run_copy_commit(Warp *w, const Op *op) {
    (void)op;
    ClusterWarp *c = cluster_warp(w);
    EACH_LANE_OF(w->mask, i) {
        c->copy_group[i]++;
    }
}

static bool write_copies(Warp *w, const struct PendingCopy *list, u32 count) {
    Op store = *list->op;
    store.site = list->op->more[2];
    u8 data[LANES * MAX_ACCESS_BYTES];
    const Run run = run_of(list, count, data);
    u8 *place = check_shared_run(w, &store, &run, store.width, true);
    if (!place) return false;
    memcpy(place, data, run.bytes);
    for (u32 i = 0; i < count; i++)
        if (list[i].unwritten)
            definedness_copied(w, list->op, list[i].lane, list[i].from, list[i].address, list[i].unwritten);
    return true;
}

// Writes what the lanes of the mask have waiting, but for the last `allowed` groups of each. Returns the lanes that have passed a
// barrier since they started one of these.
static u32 finish_copies(Warp *w, u32 allowed, bool uncommitted) {
    ClusterWarp *c = cluster_warp(w);
    struct PendingCopy ready[LANES];
    u32 left = 0, count = 0, late = 0;
    for (u32 k = 0; k < c->copy_count; k++) {
        const struct PendingCopy *copy = &c->copies[k];
        const bool finished =
            w->mask >> copy->lane & 1 && (uncommitted || copy->group + allowed < c->copy_group[copy->lane]);
        if (finished) {
            ready[count++] = *copy;
            late |= (u32)(copy->phase != w->thread_block->phase) << copy->lane;
        } else {
            c->copies[left++] = *copy;
        }
        const bool last = k + 1 == c->copy_count;
        while (count == LANES || (last && count)) {
            const u32 together = copies_together(ready, count);
            c->finishing = ready, c->finishing_count = together;
            const bool written = write_copies(w, ready, together);
            c->finishing = NULL;
            if (!written) return 0;
            count -= together;
            memmove(ready, ready + together, count * sizeof *ready);
        }
    }
    c->copy_count = left;
    find_stretches(c, 0);
    return late;
}

void run_copy_wait(Warp *w, const Op *op) {
    ClusterWarp *c = cluster_warp(w);
    const bool all = op->flags & WAIT_UNCOMMITTED, renumbered = w->worker->renumbered;
    c->waiting = op;
    const u32 late = finish_copies(w, (u32)op->imm, all);
    c->waiting = NULL;
    EACH_LANE_OF(w->mask, i) {
        c->wait[i] = (CopyWait){.function = w->function,
                                .instruction = op->instruction,
                                .left = (u32)op->imm,
                                .group = c->copy_group[i] + all,
                                .number = c->wait[i].number + 1,
                                .phase = w->thread_block->phase,
                                .late = late >> i & 1 && !renumbered,
                                .arrives = op->flags & WAIT_ARRIVES};
    }
}
