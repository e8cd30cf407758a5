// Proves that a grid waits for ever, without waiting until its budget is spent.
//
// Which blocks have their turn, and when, depends on nothing but what they do. So where neither a register nor memory differs from what
// it was some rounds of turns before, the same turns follow again and again. The rounds to compare with are those after 4, 8,
// 16, ... quiet rounds (Brent, An improved Monte Carlo factorization algorithm, 1980, section 2: it finds a cycle of any length). A loop
// that counts, or reads a clock, does not come back, and goes on.
#include "grader/warpsim/core/standstill.h"

#include <inttypes.h>
#include <stdio.h>

#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/warp_splits.h"

// Stores and atomic operations that may have changed memory.
static u64 count_stores(const Worker *worker) {
    const Program *p = worker->launch->program;
    u64 stores = worker->atomic_changes + worker->printed_bytes;
    for (u32 i = 0; i < p->site_count; i++)
        if (p->sites[i].is_store && !p->sites[i].is_load) stores += worker->sites[i].requests;
    return stores;
}

// Of all warps of a block. False: what other rooms keep of a warp is not known here.
static bool add_block(const BlockSlot *slot, u64 *fingerprint) {
    const ThreadBlock *b = &slot->block;
    for (u32 i = 0; i < b->warps; i++) {
        if (b->warp[i]->family_states_used) return false;
        *fingerprint += warp_fingerprint(b->warp[i]) * (2 * ((u64)b->linear * MAX_WARPS_PER_BLOCK + i) + 1);
    }
    return true;
}

static bool take_fingerprint(const Worker *worker, u64 *fingerprint) {
    *fingerprint = 0;
    if (!add_block(&worker->slot, fingerprint)) return false;
    for (u32 i = 0; i < worker->other_count; i++)
        if (worker->others[i].occupied && !add_block(&worker->others[i], fingerprint)) return false;
    return true;
}

static u64 blocks_left(const Launch *launch) {
    const u64 next = __atomic_load_n(&launch->next_block, __ATOMIC_RELAXED);
    return next < launch->block_end ? launch->block_end - next : 0;
}

bool standstill_reached(Worker *worker, Standstill *s, u32 waiting) {
    enum { FIRST_KEPT = 4 };
    u64 now;
    const Launch *launch = worker->launch;
    // Interleaved blocks change turns with each load, and have run in another order before. Where all blocks have begun the budget is
    // soon spent; and without one the host may be what the kernel waits for.
    if (!launch->may_wait || !launch->budget || launch->schedule == WARPSIM_INTERLEAVED ||
        !blocks_left(launch) || ++s->turns % waiting)
        return false;
    const u64 stores = count_stores(worker);
    s->quiet = stores == s->stores ? s->quiet + 1 : 0;
    s->stores = stores;
    if (s->quiet < FIRST_KEPT || !take_fingerprint(worker, &now)) return false;
    if (s->quiet > FIRST_KEPT && now == s->kept) return true;
    if ((s->quiet & (s->quiet - 1)) == 0) s->kept = now;
    return false;
}

static Warp *waiting_warp(ThreadBlock *b) {
    for (u32 i = 0; i < b->warps; i++)
        if (splits_take_waiting(b->warp[i])) return b->warp[i];
    return NULL;
}

void standstill_note(Worker *worker, u32 waiting) {
    Warp *w = waiting_warp(&worker->slot.block);
    if (!w) w = worker->slot.block.warp[0];
    Finding *f = note_at(w, w->function->blocks[w->block].end_instruction, CHECK_TIMEOUT,
                         (u32)__builtin_ctz(w->mask ? w->mask : 1));
    if (f) {
        f->fatal = true;
        snprintf(
            f->message, sizeof f->message,
            "The kernel would never end: its loop at this line waits for a value that no thread changes any more. %" PRIu32
            " blocks wait, as many as the GPU has room for, and the other %" PRIu64
            " blocks cannot begin before one of them ends.",
            waiting, blocks_left(worker->launch));
        snprintf(
            f->next, sizeof f->next,
            "A block may wait only for blocks that are on the GPU at the same time. End the kernel where all have to wait "
            "for each other, and launch a second one for the rest: it begins when the first one has ended.");
    }
    stop_block(w);
}
