// Blocks that wait for other blocks: a grid barrier, a flag that another block sets.
//
// A CPU thread runs one block at a time. When all warps of the block do nothing but look again and again at
// memory that does not change, the block is put aside and the next one starts; those put aside are taken up
// again in turn. As on hardware, only as many blocks are there at once as the GPU has room for.
#include "grader/warpsim/core/residence.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/standstill.h"
#include "grader/warpsim/core/stopped.h"
#include "grader/warpsim/core/trace.h"

// Puts the block that the worker is at aside, and takes up that of the slot.
static void switch_slots(Worker *worker, BlockSlot *other) {
    const BlockSlot mine = worker->slot;
    worker->slot = *other;
    *other = mine;
}

static BlockSlot *unused_slot(Worker *worker) {
    for (u32 i = 0; i < worker->other_count; i++)
        if (!worker->others[i].occupied) return &worker->others[i];
    BlockSlot *list = realloc(worker->others, (worker->other_count + 1) * sizeof *list);
    if (!list) return NULL;
    worker->others = list;
    memset(&list[worker->other_count], 0, sizeof *list);
    return &list[worker->other_count++];
}

// A place for one more block, with the worker at it. False when there is none: those who wait go first.
static bool take_slot(Worker *worker) {
    if (worker->slot.occupied) {
        BlockSlot *slot = unused_slot(worker);
        if (!slot || !slot_prepare(worker, slot)) return false;
        worker->launch->interleaved = true;
        switch_slots(worker, slot);
    }
    return true;
}

// The next block that waits, in turn; interleaved, the last of them first: who came first is not who goes on first.
static void resume_next(Worker *worker) {
    const u32 step = worker->launch->schedule == WARPSIM_INTERLEAVED ? worker->other_count - 1 : 1;
    for (u32 i = 0; i < worker->other_count; i++) {
        worker->rotation = (worker->rotation + step) % worker->other_count;
        if (!worker->others[worker->rotation].occupied) continue;
        switch_slots(worker, &worker->others[worker->rotation]);
        return;
    }
}

static bool more_blocks(const Launch *launch) {
    return __atomic_load_n(&launch->next_block, __ATOMIC_RELAXED) < launch->block_end;
}

static bool next_block(Launch *launch, u64 *block) {
    const u64 turn = __atomic_fetch_add(&launch->next_block, 1, __ATOMIC_RELAXED),
              total = launch->block_total;
    const u64 stop = __atomic_load_n(&launch->stop_block, __ATOMIC_RELAXED);
    *block = launch->samples_only ? trace_block_of_turn(launch->trace, turn) : turn;
    if (turn >= launch->block_end || (launch->schedule ? stop != ~0ull : *block > stop)) return false;
    if (launch->schedule && launch->block_window) { // the blocks of each window backwards
        const u64 first = turn - turn % launch->block_window, left = total - first;
        *block = first + (left < launch->block_window ? left : launch->block_window) - 1 - (turn - first);
    }
    if (!launch->block_step) return true;
    if (launch->schedule == WARPSIM_REVERSED) *block = total - 1 - turn;
    if (launch->schedule == WARPSIM_SHUFFLED) *block = (turn * launch->block_step + total / 2) % total;
    return true;
}

static bool over(const Launch *launch) {
    return launch->budget && __atomic_load_n(&launch->spent, __ATOMIC_RELAXED) > launch->budget;
}

// Blocks of a cluster are there at once, and those of no other.
static bool may_start(Worker *worker, u32 waiting) {
    const u32 size = worker->launch->cluster_size;
    if (size == 1) return waiting < worker->launch->resident_limit;
    if (waiting == 0 && worker->cluster_started == size) worker->cluster_started = 0;
    return worker->cluster_started < size;
}

static void end_block(Worker *worker, BlockSlot *slot) {
    trace_end_block(&slot->block);
    EACH_FAMILY(f, end_block) {
        f->end_block(worker, &slot->block);
    }
    order_end(&slot->block);
    slot->occupied = false;
}

void residence_run(Worker *worker) {
    Launch *launch = worker->launch;
    u32 waiting = 0; // blocks that have started and wait
    worker->cluster_started = worker->stuck = 0;
    Standstill still = {0};
    u64 block;
    while (!over(launch)) {
        if (may_start(worker, waiting) && more_blocks(launch) && take_slot(worker) &&
            next_block(launch, &block)) {
            thread_block_start(worker, block);
            still = (Standstill){0};
            worker->cluster_started++;
            waiting++;
        } else if (waiting) {
            resume_next(worker);
        } else {
            break;
        }
        if (!worker->slot.occupied) continue;
        if (thread_block_continue(worker)) {
            stopped_block_ends(worker);
            end_block(worker, &worker->slot);
            waiting--;
            still = (Standstill){0};
        } else if (standstill_reached(worker, &still, waiting)) {
            standstill_note(worker, waiting);
        }
        if (worker->stop && waiting) break; // those who wait may wait for the block that has failed
    }
    order_end(&worker->slot.block);
    worker->slot.occupied = false;
    for (u32 i = 0; i < worker->other_count; i++)
        if (worker->others[i].occupied) end_block(worker, &worker->others[i]);
}
