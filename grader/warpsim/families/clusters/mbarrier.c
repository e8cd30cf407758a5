// mbarrier: a barrier as a word of shared memory, which threads arrive at and look at.
//
// What its 64 bits mean is nobody's business but ours: arrivals that are missing in this phase, arrivals that
// a phase needs, the parity of the phase, bytes of asynchronous copies that are still to come.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/families/clusters/bulk_copies.h"
#include "grader/warpsim/families/clusters/cluster.h"
#include "grader/warpsim/core/note.h"

enum {
    COUNT_BITS = 20,
    NEEDED_SHIFT = 20,
    PHASE_SHIFT = 40,
    BYTES_SHIFT = 41,
    COUNT_MASK = (1 << COUNT_BITS) - 1
};

typedef struct {
    u32 missing, needed, phase;
    s32 bytes;
} Barrier;

static Barrier unpacked(u64 word) {
    return (Barrier){.missing = (u32)word & COUNT_MASK,
                     .needed = (u32)(word >> NEEDED_SHIFT) & COUNT_MASK,
                     .phase = (u32)(word >> PHASE_SHIFT) & 1,
                     .bytes = (s32)((s64)word >> BYTES_SHIFT)};
}

static u64 packed(Barrier b) {
    return (b.missing & COUNT_MASK) | (u64)(b.needed & COUNT_MASK) << NEEDED_SHIFT |
           (u64)b.phase << PHASE_SHIFT | (u64)(s64)b.bytes << BYTES_SHIFT;
}

// The phase is over when all have arrived: what they did before is ordered before what follows the wait.
static void complete(Worker *worker, ThreadBlock *block, Barrier *b) {
    if (b->missing || b->bytes) return;
    b->phase ^= 1;
    b->missing = b->needed;
    thread_block_next_phase(worker, block);
}

static u64 changed(Worker *worker, ThreadBlock *block, u8 kind, u64 word, u32 count) {
    Barrier b = unpacked(word);
    switch (kind) {
    case MBARRIER_INIT: b = (Barrier){.missing = count, .needed = count}; break;
    case MBARRIER_INVAL: return 0;
    case MBARRIER_EXPECT: b.bytes += (s32)count; break;
    case MBARRIER_COMPLETE:
        b.bytes -= (s32)count;
        complete(worker, block, &b);
        break;
    case MBARRIER_ARRIVE_EXPECT:
        b.bytes += (s32)count;
        b.missing--;
        complete(worker, block, &b);
        break;
    case MBARRIER_DROP: b.needed -= count; // fall through
    default:
        b.missing -= count;
        complete(worker, block, &b);
        break;
    }
    return packed(b);
}

void mbarrier_complete(Worker *worker, ThreadBlock *block, u64 at, u32 bytes) {
    u64 word;
    memcpy(&word, block->shared + at, sizeof word);
    word = changed(worker, block, MBARRIER_COMPLETE, word, bytes);
    memcpy(block->shared + at, &word, sizeof word);
}

bool mbarrier_is_initialised(Warp *w, const Op *op, u32 lane, const ThreadBlock *block, u64 at) {
    const bool inside = block && at + sizeof(u64) <= block->shared_bytes; // else another check will say so
    if (!inside || !memchr(block->shared_written + at, 0, sizeof(u64))) return true;
    Finding *f = note_lane(w, op, CHECK_UNINITIALISED, lane);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message, "This uses an mbarrier that nobody has initialised.");
        snprintf(f->next, sizeof f->next,
                 "Let one thread call init() for it, then let all threads of the block wait at "
                 "__syncthreads() before they use it. If other blocks use it, wait at cluster.sync() "
                 "instead.");
    }
    stop_block(w);
    return false;
}

// Where the mbarrier of these lanes lies, of which `lane` is the first: its block, the offset there, and the memory itself.
typedef struct {
    ThreadBlock *block;
    u64 at;
    u8 *word; // NULL: a finding has been noted
} Place;

static Place place_of(Warp *w, const Op *op, u32 lane, u32 lanes, bool write) {
    u64 address = ((const u64 *)lanes_of(w, op->a))[lane] + op->more[1];
    if (address >> 40 == SHARED_WINDOW >> 40) address &= WINDOW_SIZE - 1;
    const u32 others = lanes & ~(1u << lane);
    const Run run = {.first = lane,
                     .again = others ? (u32)__builtin_ctz(others) : lane,
                     .count = 1,
                     .address = address,
                     .bytes = sizeof(u64)};
    Place place = {0};
    place.block = cluster_block_at(w, address, &place.at); // not above: it may be zeroed after the call
    if (op->kind == MBARRIER_INIT || mbarrier_is_initialised(w, op, lane, place.block, place.at))
        place.word = check_shared_run(w, op, &run, sizeof(u64), write);
    return place;
}

// All lanes of the warp use one mbarrier.
static bool uses_one(const Warp *w, const Op *op) {
    const u64 *address = lanes_of(w, op->a);
    const u64 first = address[__builtin_ctz(w->mask)];
    EACH_LANE_OF(w->mask, i) {
        if (address[i] != first) return false;
    }
    return true;
}

void run_mbarrier(Warp *w, const Op *op) {
    const u32 *count = lanes_of(w, op->b);
    if (!w->mask) return;
    const bool one = uses_one(w, op);
    Place place = {0};
    u64 word, phase = 0;
    EACH_LANE_OF(w->mask, i) {
        // What has been checked for the first lane is right for the others, up to the end of the phase.
        if (!one || !place.word || w->thread_block->phase != phase)
            place = place_of(w, op, i, one ? w->mask & (ALL_LANES << i) : 1u << i, true);
        if (!place.word) return;
        phase = w->thread_block->phase;
        memcpy(&word, place.word, sizeof word);
        if (op->flags & MBARRIER_RESULT) ((u64 *)lanes_of(w, op->d))[i] = word;
        word = changed(w->worker, place.block, op->kind, word, count[i]);
        memcpy(place.word, &word, sizeof word);
    }
    w->idle = 0;
}

static bool is_over(const Warp *w, const Op *op, u32 lane, const u8 *place) {
    u64 word;
    memcpy(&word, place, sizeof word);
    const u32 phase = op->flags & MBARRIER_PARITY ? ((const u32 *)lanes_of(w, op->b))[lane] & 1
                                                  : unpacked(((const u64 *)lanes_of(w, op->b))[lane]).phase;
    return unpacked(word).phase != phase;
}

// Copies arrive when somebody waits for them, not before: a look at a phase that is over brings none.
//
// A warp that has looked in vain gives its turn away at once: nobody else's threads come while it looks again.
void run_mbarrier_look(Warp *w, const Op *op) {
    if (!w->mask) return;
    const bool one = uses_one(w, op);
    u32 over = 0;
    Place place = {0};
    EACH_LANE_OF(w->mask, i) {
        if (!one || !place.word) place = place_of(w, op, i, one ? w->mask : 1u << i, false);
        if (!place.word) return;
        bool passed = is_over(w, op, i, place.word);
        if (!passed && bulk_copies_arrive(w->worker, place.block, place.at)) {
            w->idle = 0;
            passed = is_over(w, op, i, place.word);
        }
        over |= (u32)passed << i;
        ClusterWarp *c = cluster_warp(w);
        c->awaited = passed ? NULL : place.word;
        c->awaited_at = op->instruction;
        c->awaited_lane = i;
    }
    set_predicate(w, op->d, over);
    if (over == w->mask) return;
    w->idle += IDLE_LOOKS;
    note_look(w, false);
}

bool mbarrier_note_deadlock(ThreadBlock *block) {
    Warp *one = NULL;
    for (u32 i = 0; i < block->warps; i++) {
        Warp *w = block->warp[i];
        if (w->state != WARP_READY) continue;
        if (!cluster_warp(w)->awaited) return false;
        one = one ? one : w;
    }
    if (!one) return false;
    u64 word;
    const ClusterWarp *c = cluster_warp(one);
    memcpy(&word, c->awaited, sizeof word);
    const Barrier b = unpacked(word);
    Finding *f = note_at(one, c->awaited_at, CHECK_BARRIER, c->awaited_lane);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message,
                 "The block is deadlocked: this mbarrier still expects %u arrival%s and %d byte%s.",
                 b.missing, plural(b.missing), b.bytes, plural((u64)b.bytes));
        snprintf(
            f->next, sizeof f->next,
            "Compare the number that it was initialised with to the threads that arrive in each phase, and "
            "the bytes that are expected to those that are copied.");
    }
    stop_block(one);
    return true;
}

void run_mbarrier_pending(Warp *w, const Op *op) {
    EACH_LANE_OF(w->mask, i) {
        ((u32 *)lanes_of(w, op->d))[i] = unpacked(((const u64 *)lanes_of(w, op->a))[i]).missing;
    }
}
