// Giving out phase numbers, and numbering them anew when a launch has used all of them up.
//
// A record's phase number is compared with those that the worker's running blocks hold: the first one of the
// block, that of its phase, those of its warps. So it is enough that a new number lies between the same of these as
// the old one, or is equal to the same. A worker numbers only records that bear its own number, each page under the
// page's lock, so the others go on meanwhile.
#include "grader/warpsim/core/phase_numbers.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/race_memory.h"
#include "grader/warpsim/core/simulator.h"

// The phase numbers that count, in order, each once.
typedef struct {
    u64 *list;
    u32 count;
    u64 oldest; // smallest record of the launch
    u32 worker;
} PhaseNumbers;

static int by_size(const void *a, const void *b) {
    const u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

// The places where the blocks of the worker hold phase numbers, in `places`, where it is not NULL; returns how many.
static u32 find_holders(Worker *worker, u64 **places) {
    u32 count = 0;
    for (u32 s = 0; s <= worker->other_count; s++) {
        BlockSlot *slot = s ? &worker->others[s - 1] : &worker->slot;
        if (!slot->occupied && s) continue;
        u64 *const own[] = {&slot->block.first_phase, &slot->block.phase};
        for (u32 i = 0; i < 2; i++, count++)
            if (places) places[count] = own[i];
        for (u32 i = 0; i < slot->block.warps; i++, count++)
            if (places) places[count] = &slot->warps[i].phase;
    }
    return count;
}

// How many of the phase numbers are not larger than this one; *held: it is one of them.
static u64 position(const PhaseNumbers *t, u64 number, bool *held) {
    u32 low = 0, high = t->count;
    while (low < high) {
        const u32 middle = (low + high) / 2;
        if (t->list[middle] <= number)
            low = middle + 1;
        else
            high = middle;
    }
    *held = low > 0 && t->list[low - 1] == number;
    return low;
}

// Odd steps for what lies between two phase numbers that count, even ones for those themselves.
static u64 renumbered(const PhaseNumbers *t, u64 record) {
    if (record < t->oldest || (record >> RACE_PHASE_SHIFT & RACE_WORKER) != t->worker) return record;
    bool held;
    const u64 below = position(t, record & RACE_PHASE, &held);
    const u64 number = (t->oldest & ~(RACE_COUNTER_STEP - 1)) + (2 * below + !held) * RACE_COUNTER_STEP;
    return number | (u64)t->worker << RACE_PHASE_SHIFT | (record & ~RACE_PHASE);
}

static void renumber_shared(const PhaseNumbers *t, Worker *worker, ThreadBlock *b) {
    for (u64 i = 0; b->shared_races && i < worker->shared_room; i++)
        b->shared_races[i] = renumbered(t, b->shared_races[i]);
    if (b->shared_histories)
        memset(b->shared_histories, 0, worker->shared_room * sizeof *b->shared_histories);
}

// One record for eight bytes, or those of its words in the pool.
static void renumber_group(const PhaseNumbers *t, const Launch *launch, u64 *record) {
    u64 room[MAX_GROUP_WORDS];
    const RaceGroups groups = {.pool = launch->race_pool, .oldest = t->oldest, .grain = launch->race_grain};
    const bool single = *record >= t->oldest && (*record & RACE_SHAPE) >> RACE_SHAPE_SHIFT == RACE_SINGLE;
    u64 *words = single ? race_open(&groups, *record, room) : record; // NULL: the group is not judged
    const u32 count = single ? RACE_GROUP / launch->race_grain : 1;
    for (u32 i = 0; words && i < count; i++) words[i] = renumbered(t, words[i]);
}

static void renumber_allocation(const PhaseNumbers *t, const Launch *launch, const Allocation *a) {
    const u64 start = a->base - DEVICE_ADDRESS_BASE, end = start + a->size;
    for (u64 at = start; at < end;) {
        const u64 page_end = race_page_end(at), stop = page_end < end ? page_end : end;
        if (launch->worker_count > 1) race_lock_page(at);
        for (u64 group = at / RACE_GROUP; group <= (stop - 1) / RACE_GROUP; group++)
            renumber_group(t, launch, &launch->races[group]);
        if (launch->worker_count > 1) race_unlock_page(at);
        at = stop;
    }
}

static void renumber_records(const PhaseNumbers *t, Worker *worker) {
    const Launch *launch = worker->launch;
    renumber_shared(t, worker, &worker->slot.block);
    for (u32 i = 0; i < worker->other_count; i++) renumber_shared(t, worker, &worker->others[i].block);
    for (int i = 0; launch->races && i < launch->arena->live_count; i++)
        if (launch->arena->live[i]->tracked) renumber_allocation(t, launch, launch->arena->live[i]);
    race_memory_forget_histories(
        launch->simulator); // of one worker, which has no name for the others any more
}

// False without memory: then accesses are forgotten, and races with them missed.
static bool renumber(Worker *worker) {
    const u32 count = find_holders(worker, NULL);
    u64 **places = malloc(count * sizeof(u64 *) + 1);
    PhaseNumbers t = {.list = malloc(count * sizeof(u64) + 1),
                      .oldest = worker->launch->oldest_record,
                      .worker = worker->number};
    const bool good = places && t.list;
    if (good) {
        find_holders(worker, places);
        for (u32 i = 0; i < count; i++) t.list[i] = *places[i];
        qsort(t.list, count, sizeof *t.list, by_size);
        for (u32 i = 0; i < count; i++)
            if (t.list[i] >= t.oldest && (!t.count || t.list[i] != t.list[t.count - 1]))
                t.list[t.count++] = t.list[i];
        renumber_records(&t, worker);
        for (u32 i = 0; i < count; i++) *places[i] = renumbered(&t, *places[i]);
        worker->counter = (t.oldest >> RACE_COUNTER_SHIFT) + 2 * (u64)t.count + 1;
        worker->renumbered = true;
    }
    free(places);
    free(t.list);
    return good;
}

u64 next_phase_number(Worker *worker) {
    const u64 most = worker->launch->simulator->phase_most;
    if (worker->counter >= most && !renumber(worker)) stop_without_memory(&worker->slot.warps[0]);
    return ++worker->counter << RACE_COUNTER_SHIFT | (u64)worker->number << RACE_PHASE_SHIFT;
}

void warp_next_epoch(Warp *w) {
    if (++w->epoch % RACE_EPOCHS == 0) w->phase = next_phase_number(w->worker);
}
