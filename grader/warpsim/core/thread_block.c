// A thread block runs: its warps take turns, barriers let them go on together.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/simulator.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/core/stopped.h"
#include "grader/warpsim/core/warp_splits.h"
#include "grader/warpsim/core/phase_numbers.h"
#include "grader/warpsim/core/trace.h"
#include "grader/warpsim/core/warp.h"

static void fill_uniform(Worker *worker, u32 offset, u32 value) {
    u32 *to = (u32 *)(worker->slot.uniform + offset);
    EACH_LANE(i) {
        to[i] = value;
    }
}

// Values that depend on the block index alone.
static void set_block_values(Worker *worker) {
    const ThreadBlock *b = &worker->slot.block;
    const Launch *launch = worker->launch;
    fill_uniform(worker, UNIFORM_CTAID_X, b->index[0]);
    fill_uniform(worker, UNIFORM_CTAID_Y, b->index[1]);
    fill_uniform(worker, UNIFORM_CTAID_Z, b->index[2]);
    for (u32 i = 0; i < 3; i++) {
        fill_uniform(worker, UNIFORM_CLUSTER_CTAID + 128 * i, b->index[i] % launch->cluster[i]);
        fill_uniform(worker, UNIFORM_CLUSTERID + 128 * i, b->index[i] / launch->cluster[i]);
    }
    fill_uniform(worker, UNIFORM_CLUSTER_CTARANK, b->cluster_rank);
    fill_uniform(worker, UNIFORM_SMID, b->linear % launch->sm_count);
    Warp *w = &worker->slot.warps[0];
    const Function *k = launch->kernel;
    for (u32 i = 0; i < k->block_op_count; i++) k->block_ops[i].run(w, &k->block_ops[i]);
}

void thread_block_next_phase(Worker *worker, ThreadBlock *block) {
    if (block->order) order_all(block);
    block->phase = next_phase_number(worker);
}

// Threads of the block that have left the kernel, and one of them.
static bool someone_left(const ThreadBlock *b, const Warp **who, u32 *lane) {
    for (u32 i = 0; i < b->warps; i++) {
        const Warp *w = b->warp[i];
        const u32 gone = w->lanes & ~warp_live_lanes(w);
        if (!gone) continue;
        *who = w;
        *lane = (u32)__builtin_ctz(gone);
        return true;
    }
    return false;
}

// A barrier for all threads that some threads can no longer reach. From compute capability 7.0 on it waits for all
// threads that have not left the kernel (CUDA C++ Programming Guide, "Independent Thread Scheduling"); before, that
// was undefined.
static void check_missing_threads(ThreadBlock *b, Warp *waiting) {
    const Warp *left;
    u32 lane;
    enum { VOLTA = 7 };
    if (waiting->barrier_threads || !someone_left(b, &left, &lane)) return;
    const u32 at = waiting->barrier->end_instruction, first = (u32)__builtin_ctz(waiting->barrier_mask);
    const bool allowed = waiting->worker->launch->simulator->gpu->device.major >= VOLTA;
    Finding *f = allowed ? note_departure(waiting, at, first) : note_at(waiting, at, CHECK_BARRIER, first);
    if (!f) return;
    f->has_other = f->other_has_thread = true;
    f->other_function = left->function;
    f->other_instruction = left->last_exit;
    f->other_block = b->linear;
    f->other_thread = left->index * LANES + lane;
    snprintf(f->other_what, sizeof f->other_what, "left the kernel");
    snprintf(f->message, sizeof f->message,
             "Not all threads of the block reach this barrier: thread %s has left the kernel before it.",
             thread_words(left, left->index * LANES + lane).text);
    snprintf(f->next, sizeof f->next,
             "Do not let any thread return before the last barrier: put the work into an if, and the "
             "barrier after the if, outside it.");
}

static bool on_same_line(const Warp *a, const Warp *b) {
    const char *file, *other_file;
    int line, other_line, column;
    return program_source_line(a->function, a->barrier->end_instruction, &file, &line, &column) &&
           program_source_line(b->function, b->barrier->end_instruction, &other_file, &other_line, &column) &&
           line == other_line && !strcmp(file, other_file);
}

// Warps that wait at two places of the kernel, and are counted for one barrier: hardware lets them go on, and CUDA's rule is
// that all threads reach the same one. No finding: programs part their warps on purpose.
static void note_two_places(const ThreadBlock *b, Warp *one, const Warp *other) {
    if (on_same_line(one, other)) return;
    Finding *f = note_departure(one, one->barrier->end_instruction, (u32)__builtin_ctz(one->barrier_mask));
    if (!f) return;
    f->has_other = f->other_has_thread = true;
    f->other_function = other->function;
    f->other_instruction = other->barrier->end_instruction;
    f->other_block = b->linear;
    f->other_thread = other->index * LANES + (u32)__builtin_ctz(other->barrier_mask);
    f->facts = FOUND_OTHER_BARRIER;
    snprintf(f->other_what, sizeof f->other_what, "waits at another barrier");
    snprintf(
        f->message, sizeof f->message,
        "Not all threads of the block reach this barrier: others wait at another one, and each counts for the other.");
    snprintf(
        f->next, sizeof f->next,
        "CUDA's rule is that all threads of a block pass the same barriers in the same order: put the barrier where all of them "
        "come, behind the loop or the branch.");
}

static void give_result(Warp *w, u32 all, u32 any, u32 count) {
    const BarrierSite *site = w->barrier->barrier;
    if (site->kind == BARRIER_AND)
        set_predicate(w, site->result, all ? ALL_LANES : 0);
    else if (site->kind == BARRIER_OR)
        set_predicate(w, site->result, any ? ALL_LANES : 0);
    else if (site->kind == BARRIER_POPC) {
        u32 *d = lanes_of(w, site->result);
        EACH_LANE_OF(w->mask, i) {
            d[i] = count;
        }
    }
}

// What the threads that meet at the barrier learn of each other.
static void order_barrier(ThreadBlock *b, u32 number, bool of_all) {
    for (int leave = 0; leave < 2; leave++) {
        if (leave) order_open(b, number, of_all);
        for (u32 i = 0; i < b->warps; i++) {
            Warp *w = b->warp[i];
            const u32 lanes = warp_live_lanes(w);
            if (w->state != WARP_AT_BARRIER || w->barrier_number != number) continue;
            if (leave)
                order_leave(w, number, lanes);
            else
                order_arrive(w, number, lanes);
        }
    }
    order_close(b, number);
}

// Opens barrier `number` when all whom it waits for are there. Warps that only arrive do not wait.
static bool open_barrier(Worker *worker, u32 number) {
    ThreadBlock *b = &worker->slot.block;
    u32 *arrived_early = &b->arrived[number];
    u32 waiting = 0, threads = *arrived_early, needed = 0, running = 0;
    u32 all = 1, any = 0, count = 0;
    Warp *one = NULL, *elsewhere = NULL;
    for (u32 i = 0; i < b->warps; i++) {
        Warp *w = b->warp[i];
        if (w->state == WARP_DONE) continue;
        running++;
        if (w->state != WARP_AT_BARRIER || w->barrier_number != number) continue;
        one = one ? one : w;
        if (w->barrier != one->barrier) elsewhere = w;
        waiting++;
        threads += LANES;
        needed = w->barrier_threads;
        all &= w->barrier_predicate == w->barrier_mask;
        any |= w->barrier_predicate;
        count += (u32)__builtin_popcount(w->barrier_predicate);
    }
    if (!one || (needed ? threads < needed : waiting + *arrived_early / LANES < running)) return false;
    check_missing_threads(b, one);
    if (elsewhere && !needed) note_two_places(b, one, elsewhere);
    *arrived_early = 0;
    if (b->order) order_barrier(b, number, needed == 0);
    b->phase = next_phase_number(worker);
    for (u32 i = 0; i < b->warps; i++) {
        Warp *w = b->warp[i];
        if (w->state != WARP_AT_BARRIER || w->barrier_number != number) continue;
        do {
            give_result(w, all, any, count);
            warp_release(w);
        } while (splits_release_next(w));
    }
    return true;
}

static void report_deadlock(ThreadBlock *b) {
    Warp *first = NULL, *second = NULL;
    for (u32 i = 0; i < b->warps; i++) {
        Warp *w = b->warp[i];
        if (w->state != WARP_AT_BARRIER) continue;
        if (!first)
            first = w;
        else if (w->barrier_number != first->barrier_number && !second)
            second = w;
    }
    if (!first) return;
    Finding *f = note_at(first, first->barrier->end_instruction, CHECK_BARRIER,
                         (u32)__builtin_ctz(first->barrier_mask));
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message,
                 "The block is deadlocked: warp %u waits at barrier %u, and the other warps never reach "
                 "it.",
                 first->index, first->barrier_number);
        snprintf(f->next, sizeof f->next,
                 "Let every thread of the block pass the same barriers in the same order.");
        if (second) {
            f->has_other = f->other_has_thread = true;
            f->other_function = second->function;
            f->other_instruction = second->barrier->end_instruction;
            f->other_block = b->linear;
            f->other_thread = second->index * LANES;
            snprintf(f->other_what, sizeof f->other_what, "waits at barrier %u", second->barrier_number);
        }
    }
    stop_block(first);
}

// bar.arrive: the warp is counted and goes on.
static void pass_arrivals(ThreadBlock *b) {
    for (u32 i = 0; i < b->warps; i++) {
        Warp *w = b->warp[i];
        if (w->state != WARP_AT_BARRIER || w->barrier->barrier->kind != BARRIER_ARRIVE) continue;
        b->arrived[w->barrier_number] += LANES;
        if (b->order) order_arrive(w, w->barrier_number, w->barrier_mask);
        warp_release(w);
    }
}

// The launch's budget is spent, or somebody has asked it to stop: note the place where this warp is.
static bool over_budget(Worker *worker, Warp *w) {
    Launch *launch = worker->launch;
    const int cancel = launch->cancel ? *launch->cancel : WARPSIM_GO_ON;
    if (!launch->budget && !cancel) return false;
    const u64 spent = __atomic_add_fetch(&launch->spent, worker->spent, __ATOMIC_RELAXED);
    worker->spent = 0;
    stopped_show_block(worker);
    if (!cancel && spent <= launch->budget) return false;
    stopped_note(w, spent, cancel);
    stop_block(w);
    return true;
}

// Where a block stands: blocks of a cluster start one after the other.
static void place_block(const Launch *launch, u64 number, u32 *index, u32 *rank) {
    const u32 *shape = launch->cluster;
    u64 cluster = number / launch->cluster_size;
    u32 left = *rank = (u32)(number % launch->cluster_size);
    for (int i = 0; i < 3; i++) {
        const u32 along = launch->grid[i] / shape[i];
        index[i] = (u32)(cluster % along) * shape[i] + left % shape[i];
        cluster /= along;
        left /= shape[i];
    }
}

void thread_block_start(Worker *worker, u64 number) {
    Launch *launch = worker->launch;
    ThreadBlock *b = &worker->slot.block;
    place_block(launch, number, b->index, &b->cluster_rank);
    b->linear = (b->index[2] * launch->grid[1] + b->index[1]) * launch->grid[0] + b->index[0];
    families_clear_block(b);
    // What a kernel reads unwritten is the same everywhere, as it is of memory of the device: not what a block before has left.
    memset(b->shared, 0, b->shared_bytes);
    memset(b->shared_written, 0, b->shared_bytes);
    memset(b->arrived, 0, sizeof b->arrived);
    b->stored = false;
    order_begin(launch, b);
    if (!launch->interleaved) undefined_words_clear(&worker->undefined);
    worker->stop = false;
    worker->slot.occupied = true;
    stopped_block_starts(worker);
    for (u32 i = 0; i < b->warps; i++) warp_start(b->warp[i]);
    trace_start_block(launch->trace, b, number);
    if (!launch->samples_only || launch->may_wait) b->instruction_limit = 0;
    b->phase = b->first_phase = next_phase_number(worker);
    set_block_values(worker);
}

typedef struct {
    bool ran, busy; // a warp had a turn; one did more in it than wait
} Round;

static u32 warp_of_turn(const Worker *worker, u32 turn, u32 warps) {
    const u32 step = warps % 11 ? 11 : 7;
    switch (worker->launch->schedule) {
    case WARPSIM_REVERSED: return warps - 1 - turn;
    case WARPSIM_SHUFFLED: return (turn * step + warps / 2) % warps;
    default: return turn;
    }
}

// The trace wants no more of this warp.
static bool at_limit(const Warp *w) {
    const u64 limit = w->thread_block->instruction_limit;
    return limit && w->instructions >= limit;
}

static bool any_at_limit(const ThreadBlock *b) {
    for (u32 i = 0; i < b->warps; i++)
        if (at_limit(b->warp[i])) return true;
    return false;
}

static Round give_turns(Worker *worker) {
    ThreadBlock *b = &worker->slot.block;
    Round round = {0};
    for (u32 i = 0; i < b->warps && !worker->stop; i++) {
        Warp *w = b->warp[warp_of_turn(worker, i, b->warps)];
        if (w->state != WARP_READY || at_limit(w)) continue;
        warp_run(w);
        round.ran = true;
        round.busy |= w->state != WARP_READY || w->idle < IDLE_LOOKS;
        if (worker->spent > worker->launch->look_after && !worker->stop && over_budget(worker, w)) break;
    }
    return round;
}

static bool open_barriers(Worker *worker) {
    ThreadBlock *b = &worker->slot.block;
    bool opened = false;
    pass_arrivals(b);
    for (u32 k = 0; k < MAX_BARRIERS && !worker->stop; k++) opened |= open_barrier(worker, k);
    EACH_FAMILY(f, open_barriers) {
        opened |= f->open_barriers(worker);
    }
    return opened;
}

static bool is_alive(const ThreadBlock *b) {
    for (u32 i = 0; i < b->warps; i++)
        if (b->warp[i]->state != WARP_DONE) return true;
    return false;
}

// The family at whose barrier warps of the block wait; NULL: they wait at none.
static const Family *waiting_family(const ThreadBlock *b) {
    EACH_FAMILY(f, waits) {
        if (f->waits(b)) return f;
    }
    return NULL;
}

static bool idle_for_ever(ThreadBlock *b) {
    EACH_FAMILY(f, note_idle) {
        if (f->note_idle(b)) return true;
    }
    return false;
}

// WARPSIM_INTERLEAVED: the other blocks come between a load and what follows it.
static bool gives_way(Worker *worker) {
    const bool gave_way = worker->gave_way && worker->launch->cluster_size == 1;
    worker->gave_way = false;
    return gave_way;
}

bool thread_block_continue(Worker *worker) {
    enum { IDLE_ROUNDS = 4 };     // warps of the block may be waiting for each other
    enum { LAST_ROUND = 100000 }; // those that wait for nobody else have waited for nothing
    ThreadBlock *b = &worker->slot.block;
    for (u32 idle = 0;;) {
        const Round round = give_turns(worker);
        if (worker->stop) return true;
        const bool opened = open_barriers(worker);
        if (worker->stop || !is_alive(b)) return true;
        if (round.ran || opened) worker->stuck = 0;
        if (!round.ran && !opened) {
            if (any_at_limit(b)) return true;
            const Family *f = waiting_family(b);
            if (f && worker->stuck++ < 2 * worker->launch->cluster_size) return false;
            if (f)
                f->note_deadlock(worker);
            else
                report_deadlock(b);
            return true;
        }
        idle = round.busy || opened ? 0 : idle + 1;
        if (worker->launch->may_wait && idle == IDLE_ROUNDS) return false;
        if (gives_way(worker)) return false;
        if (idle == LAST_ROUND && idle_for_ever(b)) return true;
    }
}
