// Thread block clusters: see cluster.h.
#include "grader/warpsim/families/clusters/cluster.h"

#include <stdio.h>

#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/warp_splits.h"

ThreadBlock *cluster_block(Worker *worker, u32 rank) {
    if (worker->slot.occupied && worker->slot.block.cluster_rank == rank) return &worker->slot.block;
    for (u32 i = 0; i < worker->other_count; i++)
        if (worker->others[i].occupied && worker->others[i].block.cluster_rank == rank)
            return &worker->others[i].block;
    return NULL;
}

ThreadBlock *cluster_block_at(const Warp *w, u64 address, u64 *at) {
    const u64 rank = address >> CLUSTER_RANK_SHIFT;
    *at = address & CLUSTER_OFFSET;
    if (rank == 0 || rank - 1 == w->thread_block->cluster_rank) return w->thread_block;
    return rank <= w->worker->launch->cluster_size ? cluster_block(w->worker, (u32)rank - 1) : NULL;
}

static u32 live_threads(const ThreadBlock *b) {
    u32 threads = 0;
    for (u32 i = 0; i < b->warps; i++)
        threads += (u32)__builtin_popcount(b->warp[i]->live | splits_live(b->warp[i]));
    return threads;
}

void cluster_try_barrier(Worker *worker) {
    const u32 size = worker->launch->cluster_size;
    if (worker->cluster_started < size) return;
    for (u32 rank = 0; rank < size; rank++) {
        const ThreadBlock *b = cluster_block(worker, rank);
        if (b && cluster_state(b)->arrived < live_threads(b)) return;
    }
    for (u32 rank = 0; rank < size; rank++) {
        ThreadBlock *b = cluster_block(worker, rank);
        if (!b) continue;
        cluster_state(b)->arrived = 0;
        cluster_state(b)->phases++;
    }
    if (worker->launch->order) order_cluster(worker);
}

static bool waits_there(const Warp *w) {
    return w->state == WARP_AT_BARRIER && w->barrier_number == CLUSTER_BARRIER;
}

bool cluster_waits(const ThreadBlock *b) {
    for (u32 i = 0; i < b->warps; i++)
        if (waits_there(b->warp[i])) return true;
    return false;
}

bool cluster_release(Worker *worker) {
    ThreadBlock *b = &worker->slot.block;
    bool released = false;
    for (u32 i = 0; i < b->warps; i++) {
        Warp *w = b->warp[i];
        while (waits_there(w) && cluster_warp(w)->cluster_phase != cluster_state(b)->phases) {
            if (!released) thread_block_next_phase(worker, b);
            released = true;
            warp_release(w);
        }
    }
    return released;
}

void cluster_note_deadlock(Worker *worker) {
    const ThreadBlock *b = &worker->slot.block;
    for (u32 i = 0; i < b->warps; i++) {
        Warp *w = b->warp[i];
        if (!waits_there(w)) continue;
        Finding *f =
            note_at(w, w->barrier->end_instruction, CHECK_BARRIER, (u32)__builtin_ctz(w->barrier_mask));
        if (f) {
            f->fatal = true;
            snprintf(f->message, sizeof f->message,
                     "The cluster is deadlocked: other threads of it never reach the cluster's barrier.");
            snprintf(f->next, sizeof f->next,
                     "Let every thread of all blocks of the cluster call cluster.sync() equally often.");
        }
        stop_block(w);
        return;
    }
}

void run_cluster_arrive(Warp *w, const Op *op) {
    (void)op;
    ClusterBlock *b = cluster_state(w->thread_block);
    if (!w->mask) return;
    cluster_warp(w)->cluster_phase = b->phases;
    b->arrived += (u32)__builtin_popcount(w->mask);
}

static void no_such_rank(Warp *w, const Op *op, u32 lane, u32 rank) {
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    if (f) {
        f->fatal = true;
        f->facts = FOUND_SHARED | FOUND_OTHER_BLOCK;
        snprintf(f->message, sizeof f->message,
                 "This asks for the shared memory of the block of rank %u. The cluster has %u blocks.", rank,
                 w->worker->launch->cluster_size);
        snprintf(f->next, sizeof f->next,
                 "Ranks go from 0 to cluster.num_blocks() - 1. Is the kernel launched with clusters at all?");
    }
    stop_block(w);
}

void run_map_rank(Warp *w, const Op *op) {
    const u32 *rank = lanes_of(w, op->b);
    EACH_LANE_OF(w->mask, i) {
        if (rank[i] >= w->worker->launch->cluster_size) {
            no_such_rank(w, op, i, rank[i]);
            return;
        }
        const u64 bits = (u64)(rank[i] + 1) << CLUSTER_RANK_SHIFT;
        const u64 kept = ~(0xffull << CLUSTER_RANK_SHIFT);
        if (op->width == 8)
            ((u64 *)lanes_of(w, op->d))[i] = (((const u64 *)lanes_of(w, op->a))[i] & kept) | bits;
        else
            ((u32 *)lanes_of(w, op->d))[i] = (u32)((((const u32 *)lanes_of(w, op->a))[i] & kept) | bits);
    }
}

void run_get_rank(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    EACH_LANE_OF(w->mask, i) {
        const u32 address =
            op->width == 8 ? (u32)((const u64 *)lanes_of(w, op->a))[i] : ((const u32 *)lanes_of(w, op->a))[i];
        const u32 bits = address >> CLUSTER_RANK_SHIFT;
        d[i] = bits ? bits - 1 : w->thread_block->cluster_rank;
    }
}
