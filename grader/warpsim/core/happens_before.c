// Vector clocks: who knows what, and how it spreads. See happens_before.h.
#include "grader/warpsim/core/happens_before.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "grader/contract/run_status.h"
#include "grader/warpsim/core/clocks.h"
#include "grader/warpsim/core/warp_splits.h"

// A few KiB of zeros. Where the machine has none for half a second, this process ends with the status that says so.
static void *cleared(size_t size) {
    enum { TRIES = 50 };
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < TRIES; i++, nanosleep(&pause, NULL)) {
        void *memory = calloc(1, size);
        if (memory) return memory;
    }
    _exit(EXIT_OUT_OF_MEMORY);
}

// --- What is known: shared, counted, and changed only by a sole owner

static Times *times_new(u32 threads) {
    static _Thread_local u64 numbers; // a launch that is followed runs on one thread
    Times *t = cleared(sizeof *t + threads * sizeof *t->of);
    t->number = ++numbers;
    t->references = 1;
    return t;
}

static void times_release(Times *t) {
    if (--t->references == 0) free(t);
}

static Known *known_new(u32 room) {
    Known *k = cleared(sizeof *k + room * sizeof *k->part);
    k->references = 1;
    return k;
}

void known_release(Known *k) {
    if (!k || --k->references) return;
    for (u32 i = 0; i < k->count; i++) times_release(k->part[i].times);
    free(k);
}

Known *known_share(Known *k) {
    if (k) k->references++;
    return k;
}

// Where the block's part stands, or would stand: parts are in the order of their blocks, and behind a barrier of
// the grid there is one of every block, each in its own place.
static u32 place_of(const Known *k, u32 block) {
    u32 low = 0, high = k ? k->count : 0;
    if (block < high && k->part[block].block == block) return block;
    while (low < high) {
        const u32 middle = (low + high) / 2;
        if (k->part[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Times *times_of(const Known *k, u32 block) {
    const u32 i = place_of(k, block);
    return k && i < k->count && k->part[i].block == block ? k->part[i].times : NULL;
}

u32 known_time(const Known *k, u32 block, u32 thread) {
    const Times *t = times_of(k, block);
    return t ? t->of[thread] : 0;
}

static bool covers(const Times *a, const Times *b, u32 threads) {
    for (u32 i = 0; i < threads; i++)
        if (a->of[i] < b->of[i]) return false;
    return true;
}

// At a barrier of the grid each block meets the same pairs of all blocks: what has been found once is remembered.
static bool is_covered(Times *a, const Times *by, u32 threads) {
    if (a->later == by->number) return true;
    if (by->later == a->number || !covers(by, a, threads)) return false;
    a->later = by->number;
    return true;
}

static Times *times_merged(Times *a, Times *b, u32 threads) {
    if (a == b || !b || is_covered(b, a, threads)) return a->references++, a;
    if (is_covered(a, b, threads)) return b->references++, b;
    Times *t = times_new(threads);
    for (u32 i = 0; i < threads; i++) t->of[i] = a->of[i] > b->of[i] ? a->of[i] : b->of[i];
    return t;
}

// What both know. The result is the caller's; it may be one of them.
Known *known_merged(Known *a, Known *b, u32 threads) {
    if (a == b || !b) return known_share(a);
    if (!a) return known_share(b);
    Known *k = known_new(a->count + b->count);
    for (u32 i = 0, j = 0; i < a->count || j < b->count;) {
        const KnownPart *x = i < a->count ? &a->part[i] : NULL, *y = j < b->count ? &b->part[j] : NULL;
        const u32 block = x && (!y || x->block <= y->block) ? x->block : y->block;
        Times *of_a = x && x->block == block ? (i++, x->times) : NULL;
        Times *of_b = y && y->block == block ? (j++, y->times) : NULL;
        k->part[k->count++] =
            (KnownPart){block, of_a ? times_merged(of_a, of_b, threads) : times_merged(of_b, NULL, threads)};
    }
    return k;
}

// A copy, with times of the block that are its own to be changed.
static Known *known_opened(Known *k, u32 block, u32 threads, Times **times) {
    Known *copy = known_new((k ? k->count : 0) + 1);
    *times = times_new(threads);
    const Times *old = times_of(k, block);
    if (old) memcpy((*times)->of, old->of, threads * sizeof *(*times)->of);
    const u32 place = place_of(k, block), kept = place + (old != NULL);
    for (u32 i = 0; i < place; i++) copy->part[copy->count++] = k->part[i];
    copy->part[copy->count++] = (KnownPart){block, *times};
    for (u32 i = kept; k && i < k->count; i++) copy->part[copy->count++] = k->part[i];
    for (u32 i = 0; i < copy->count; i++) copy->part[i].times->references += i != place;
    return copy;
}

Known *known_with(Known *k, u32 block, u32 thread, u32 time, u32 threads) {
    Times *times;
    Known *copy = known_opened(k, block, threads, &times);
    if (times->of[thread] < time) times->of[thread] = time;
    return copy;
}

// --- The block's threads

static void learn(Known **known, Known *what, u32 threads) {
    Known *both = known_merged(*known, what, threads);
    known_release(*known);
    *known = both;
}

static void set(Known **known, Known *what) {
    Known *before = *known;
    *known = known_share(what);
    known_release(before);
}

void thread_learns(ThreadOrder *t, Known *what, bool of_block, u32 threads) {
    if (t->heard == what) return; // it looks again and again
    set(&t->heard, what);
    learn(&t->has.known, what, threads);
    learn(of_block ? &t->has.block_fenced : &t->has.fenced, what, threads); // a fence passed it on
}

void thread_misses(ThreadOrder *t, Known *what) {
    set(&t->missed, what);
}

void forget_knowledge(Knowledge *k) {
    set(&k->known, NULL);
    set(&k->fenced, NULL);
    set(&k->block_fenced, NULL);
}

static void learn_all(Knowledge *k, const Knowledge *what, u32 threads) {
    learn(&k->known, what->known, threads);
    learn(&k->fenced, what->fenced, threads);
    learn(&k->block_fenced, what->block_fenced, threads);
}

// Which cluster of the grid it is in, from 1 on.
static u32 cluster_of(const Launch *launch, const ThreadBlock *b) {
    u32 at[3], wide[3];
    for (u32 i = 0; i < 3; i++)
        at[i] = b->index[i] / launch->cluster[i], wide[i] = launch->grid[i] / launch->cluster[i];
    return 1 + (at[2] * wide[1] + at[1]) * wide[0] + at[0];
}

void order_begin(Launch *launch, ThreadBlock *b) {
    if (!launch->order || order_is_full(launch->order)) return;
    BlockOrder *o = cleared(sizeof *o);
    o->launch = launch->order;
    o->cluster = launch->cluster_size > 1 ? cluster_of(launch, b) : 0;
    o->threads = launch->block[0] * launch->block[1] * launch->block[2];
    o->block = b->linear;
    o->grain = launch->race_grain;
    o->of = cleared(o->threads * sizeof *o->of);
    for (u32 i = 0; i < o->threads; i++) o->of[i].clock = 1;
    b->order = o;
}

// What its threads have done, others of the cluster may learn at the next barrier.
static void leave_cluster(const ThreadBlock *b);

void order_end(ThreadBlock *b) {
    BlockOrder *o = b->order;
    if (!o) return;
    if (o->cluster) leave_cluster(b);
    for (u32 i = 0; i < o->threads; i++) {
        forget_knowledge(&o->of[i].has);
        set(&o->of[i].heard, NULL);
        set(&o->of[i].missed, NULL);
    }
    for (u32 i = 0; i < MAX_BARRIERS; i++) forget_knowledge(&o->barrier[i]);
    forget_knowledge(&o->gone);
    words_free(&o->words);
    free(o->of);
    free(o);
    b->order = NULL;
}

// Adds what the lanes know, with the accesses of each up to now: their times end here. Threads that know the same
// are looked at once.
static void gather(BlockOrder *o, Knowledge *sum, u32 first, u32 lanes) {
    const Knowledge *last = &(Knowledge){0};
    Times *times;
    EACH_LANE_OF(lanes, i) {
        const Knowledge *has = &o->of[first + i].has;
        if (has->known != last->known) learn(&sum->known, has->known, o->threads);
        if (has->fenced != last->fenced) learn(&sum->fenced, has->fenced, o->threads);
        if (has->block_fenced != last->block_fenced) learn(&sum->block_fenced, has->block_fenced, o->threads);
        last = has;
    }
    Known *own = known_opened(sum->known, o->block, o->threads, &times);
    known_release(sum->known);
    sum->known = own;
    EACH_LANE_OF(lanes, i) {
        times->of[first + i] = o->of[first + i].clock++;
    }
}

static void give(BlockOrder *o, const Knowledge *sum, u32 first, u32 lanes) {
    EACH_LANE_OF(lanes, i) {
        set(&o->of[first + i].has.known, sum->known);
        set(&o->of[first + i].has.fenced, sum->fenced);
        set(&o->of[first + i].has.block_fenced, sum->block_fenced);
    }
}

void order_meet(Warp *w, u32 lanes) {
    BlockOrder *o = w->thread_block->order;
    Knowledge sum = {0};
    lanes &= w->lanes;
    if (!lanes) return;
    gather(o, &sum, w->index * LANES, lanes);
    give(o, &sum, w->index * LANES, lanes);
    forget_knowledge(&sum);
}

void order_arrive(Warp *w, u32 barrier, u32 lanes) {
    BlockOrder *o = w->thread_block->order;
    gather(o, &o->barrier[barrier], w->index * LANES, lanes & w->lanes);
}

void order_open(ThreadBlock *b, u32 barrier, bool of_all) {
    BlockOrder *o = b->order;
    if (!of_all) return;
    learn_all(&o->barrier[barrier], &o->gone, o->threads);
}

void order_leave(Warp *w, u32 barrier, u32 lanes) {
    BlockOrder *o = w->thread_block->order;
    give(o, &o->barrier[barrier], w->index * LANES, lanes & w->lanes);
}

void order_close(ThreadBlock *b, u32 barrier) {
    forget_knowledge(&b->order->barrier[barrier]);
}

void order_exit(Warp *w, u32 lanes) {
    BlockOrder *o = w->thread_block->order;
    if (lanes & w->lanes) gather(o, &o->gone, w->index * LANES, lanes & w->lanes);
}

static void gather_block(const ThreadBlock *b, Knowledge *sum) {
    for (u32 i = 0; i < b->warps; i++) gather(b->order, sum, i * LANES, b->warp[i]->lanes);
}

void order_all(ThreadBlock *b) {
    BlockOrder *o = b->order;
    Knowledge sum = {0};
    gather_block(b, &sum);
    for (u32 i = 0; i < b->warps; i++) give(o, &sum, i * LANES, b->warp[i]->lanes);
    forget_knowledge(&sum);
}

static void leave_cluster(const ThreadBlock *b) {
    HappensBefore *h = b->order->launch;
    if (h->cluster != b->order->cluster) forget_knowledge(&h->ended);
    h->cluster = b->order->cluster;
    gather_block(b, &h->ended);
}

// The k-th block that the worker has begun; NULL: it is over, or is not followed.
static ThreadBlock *begun(Worker *worker, u32 k) {
    BlockSlot *slot = k ? &worker->others[k - 1] : &worker->slot;
    return slot->occupied && slot->block.order ? &slot->block : NULL;
}

void order_cluster(Worker *worker) {
    const HappensBefore *h = worker->launch->order;
    Knowledge sum = {0};
    for (u32 k = 0; k <= worker->other_count; k++) {
        const ThreadBlock *b = begun(worker, k);
        if (!b) continue;
        if (h->cluster == b->order->cluster) learn_all(&sum, &h->ended, b->order->threads);
        gather_block(b, &sum);
    }
    for (u32 k = 0; k <= worker->other_count; k++) {
        const ThreadBlock *b = begun(worker, k);
        for (u32 i = 0; b && i < b->warps; i++) give(b->order, &sum, i * LANES, b->warp[i]->lanes);
    }
    forget_knowledge(&sum);
}

void order_fence(Warp *w, bool for_block) {
    BlockOrder *o = w->thread_block->order;
    EACH_LANE_OF(w->mask, i) {
        const u32 thread = w->index * LANES + i;
        ThreadOrder *t = &o->of[thread];
        Known **fenced = for_block ? &t->has.block_fenced : &t->has.fenced;
        if (!for_block) set(&t->has.block_fenced, NULL);
        if (!t->acts) { // of its own it has nothing to hand on
            set(fenced, t->has.known);
            continue;
        }
        Known *now = known_with(t->has.known, o->block, thread, t->clock++, o->threads);
        known_release(*fenced);
        *fenced = now;
    }
}
