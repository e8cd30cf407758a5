// The race check of a run: its words against their records, and the words of the report.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "grader/device/protocol.h"
#include "grader/simulator/access.h"
#include "grader/simulator/note.h"

enum { RACE_LOCKS = 1024, RACE_LOCK_SPAN = 4096 };

// One lock for each page, by its number; each on a cache line of its own.
static struct { _Alignas(CACHE_LINES) pthread_spinlock_t lock; } race_locks[RACE_LOCKS];

__attribute__((constructor)) static void init_race_locks(void) {
    for (int i = 0; i < RACE_LOCKS; i++) pthread_spin_init(&race_locks[i].lock, PTHREAD_PROCESS_PRIVATE);
}

// Who races with whom, as far as it is known.
typedef enum { WITHIN_WARP, WITHIN_BLOCK, BETWEEN_BLOCKS } Distance;

static const char *race_words(RaceKind kind) {
    switch (kind) {
    case RACE_READ_AFTER_WRITE: return "reads what another thread writes";
    case RACE_WRITE_AFTER_READ: return "writes what another thread reads";
    default: return "writes what another thread writes";
    }
}

static const char *race_advice(Distance distance, bool same_line) {
    if (distance == BETWEEN_BLOCKS && same_line)
        return "Two blocks use the same element at this line: does its index leave out blockIdx? Blocks of "
               "one launch "
               "run in any order: write to another buffer, use atomics such as atomicAdd(), or launch twice.";
    if (distance == BETWEEN_BLOCKS)
        return "Blocks of one launch run in any order: write to another buffer, use atomics such as "
               "atomicAdd(), or launch twice.";
    if (same_line)
        return "Both accesses are of this line: give each thread an element of its own, put a "
               "__syncthreads() between "
               "the rounds of the loop, or use atomics such as atomicAdd().";
    if (distance == WITHIN_WARP)
        return "Put a __syncwarp(), or a __syncthreads(), between the two accesses: the threads of a warp "
               "need not run "
               "in step.";
    return "Put a __syncthreads() between the two accesses, where all threads of the block reach it.";
}

static bool same_line(const Site *site, const Function *function, u32 instruction) {
    const char *file, *other_file;
    int line, other_line, column;
    return program_source_line(site->function, site->instruction, &file, &line, &column) &&
           program_source_line(function, instruction, &other_file, &other_line, &column) &&
           line == other_line && strcmp(file, other_file) == 0;
}

static void note_race(Warp *w, const Op *op, RaceKind kind, u32 lane, const char *memory, Distance distance,
                      const RaceDetail *other) {
    Finding *f = note_lane(w, op, CHECK_RACE, lane);
    if (!f) return;
    const Site *site = other ? &w->worker->launch->program->sites[other->site] : NULL;
    snprintf(f->message, sizeof f->message,
             "A race in %s memory: this thread %s, and nothing orders the two. The result depends on who is "
             "first.",
             memory, race_words(kind));
    snprintf(f->next, sizeof f->next, "%s",
             race_advice(distance, site && same_line(site, f->function, f->instruction)));
    if (!other) return;
    f->has_other = f->other_has_thread = true;
    f->other_function = site->function;
    f->other_instruction = site->instruction;
    f->other_block = other->block;
    f->other_thread = other->thread;
    snprintf(f->other_what, sizeof f->other_what, other->write ? "wrote it" : "read it");
}

static RaceDetail detail_of(const Warp *w, const Op *op, u32 lane, bool write) {
    const ThreadBlock *b = w->thread_block;
    return (RaceDetail){op->site,
                        b->linear,
                        w->index * LANES + lane,
                        write,
                        (op->flags & ACCESS_ATOMIC) != 0,
                        (u32)(b->ticket >> RACE_TICKET_SHIFT)};
}

static Distance distance_of(const Warp *w, u64 record, const RaceParty *me, const RaceDetail *other) {
    if (other && other->block != w->thread_block->linear) return BETWEEN_BLOCKS;
    if (other) return other->thread / LANES == w->index ? WITHIN_WARP : WITHIN_BLOCK;
    if (!race_same_block(record, me) || (record & RACE_BLOCKS)) return BETWEEN_BLOCKS;
    return ((record ^ me->record) & RACE_WARP) || (record & RACE_WARPS) ? WITHIN_BLOCK : WITHIN_WARP;
}

// Judges one word for the lane, and for a second lane where several read the same. `trail` is NULL without
// details.
static void judge_word(Warp *w, const Op *op, const Run *run, u64 *record, RaceTrail *trail,
                       const RaceParty *me, u32 lane, bool changes, const char *memory) {
    const u32 lanes[] = {lane, run->again};
    for (int i = 0; i < (run->again != run->first ? 2 : 1); i++) {
        const u64 before = *record;
        const RaceKind kind = race_judge(record, me, lanes[i], changes);
        if (kind == RACE_NONE && !trail) continue;
        const RaceDetail access = detail_of(w, op, lanes[i], me->write);
        if (kind != RACE_NONE) {
            const RaceDetail *other = trail ? race_other(trail, access, me->oldest) : NULL;
            note_race(w, op, kind, lanes[i], memory, distance_of(w, before, me, other), other);
        }
        if (trail) race_keep(trail, access);
    }
}

static RaceParty party_of(const Warp *w, const Op *op, bool write) {
    const ThreadBlock *b = w->thread_block;
    return (RaceParty){
        .record = b->ticket | (u64)(w->epoch & 0xfff) << RACE_EPOCH_SHIFT | (u64)w->index << RACE_WARP_SHIFT,
        .read = !write || (op->flags & ACCESS_UPDATE),
        .write = write,
        .atomic = op->flags & ACCESS_ATOMIC,
    };
}

// The write leaves another value in the word at `offset` from the run's start than it finds.
static bool changes_word(const Run *run, const u8 *memory, u64 offset, u32 grain) {
    return !run->value || memcmp(memory + offset, run->value + offset, grain) != 0;
}

// Records of which a lane has several (8-byte and vector accesses), `each` of a lane. The two commonest cases: first accesses, and reads of
// words that several threads read and nobody writes. True when all `count` records were of one of these
// kinds; else nothing has changed.
static bool judge_simple(u64 *records, u32 count, const RaceParty *me, u32 first_lane, u32 each) {
    u32 fresh = 0, shared = 0;
    for (u32 i = 0; i < count; i++) fresh += records[i] < me->oldest;
    if (fresh == count) {
        const u64 base = race_fresh(me, 0);
        if (each == 1)
            for (u32 i = 0; i < count; i++) records[i] = base | (first_lane + i);
        else
            for (u32 i = 0; i < count; i++) records[i] = base | (first_lane + i / each);
        return true;
    }
    if (me->write || me->atomic) return false;
    const u64 facts = RACE_LANES | RACE_WRITTEN | RACE_EARLIER | RACE_READ | RACE_PLAIN | RACE_ATOMIC;
    for (u32 i = 0; i < count; i++) {
        const u64 differs = records[i] ^ me->record;
        const bool wide = (records[i] & RACE_WARPS) || (differs & (RACE_WARP | RACE_EPOCH)) == 0;
        shared += differs >> RACE_TICKET_SHIFT == 0 && wide &&
                  (records[i] & facts) == (RACE_LANES | RACE_READ | RACE_PLAIN);
    }
    return shared == count;
}

// A run of whole records can be judged at once where nothing is kept for the report.
static bool is_simple(const Run *run, u32 element, u32 grain) {
    return element >= grain && run->again == run->first;
}

// Words of one page are judged, and written, under that page's lock, so that the two sides of a race cannot
// miss each other.
void judge_global(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    Launch *launch = w->worker->launch;
    const u32 grain = launch->race_grain;
    const u64 start = run->address - DEVICE_ADDRESS_BASE;
    u8 *memory = arena_at(launch->arena, run->address);
    RaceParty me = party_of(w, op, write);
    me.oldest = launch->oldest_record;
    me.block_first = w->thread_block->first_ticket;
    me.own_phase_only = launch->interleaved;
    const bool lock = launch->worker_count > 1;
    pthread_spinlock_t *held = NULL;
    if (is_simple(run, element, grain) && !launch->race_trails && launch->judge_blocks &&
        !launch->interleaved && start / RACE_LOCK_SPAN == (start + run->bytes - 1) / RACE_LOCK_SPAN) {
        if (lock) pthread_spin_lock(held = &race_locks[start / RACE_LOCK_SPAN % RACE_LOCKS].lock);
        const u32 each = element / grain;
        u64 *records = &launch->races[start / grain];
        const bool done = each == 1
                              ? launch->judge_run(records, run->count, &me, run->first, grain, memory, run->value)
                              : judge_simple(records, run->bytes / grain, &me, run->first, each);
        if (done && lock && write && run->value) memcpy(memory, run->value, run->bytes);
        if (held) pthread_spin_unlock(held);
        if (done) return;
        held = NULL;
    }
    for (u64 at = start / grain * grain; at < start + run->bytes; at += grain) {
        if (lock) {
            pthread_spinlock_t *want = &race_locks[at / RACE_LOCK_SPAN % RACE_LOCKS].lock;
            if (want != held) {
                if (held) pthread_spin_unlock(held);
                pthread_spin_lock(held = want);
            }
        }
        u64 *record = &launch->races[at / grain];
        const u64 offset = at < start ? 0 : at - start;
        // A kernel that orders its blocks itself, by fences or by waiting, is judged inside each block only.
        if ((!launch->judge_blocks || launch->interleaved) && !race_same_block(*record, &me)) *record = 0;
        const bool changes = write && (*record & RACE_WRITTEN) && changes_word(run, memory, offset, grain);
        RaceTrail *trail = launch->race_trails ? &launch->race_trails[at / grain] : NULL;
        judge_word(w, op, run, record, trail, &me, run_lane(run, element, offset), changes, "global");
        if (lock && write && run->value) memcpy(memory + offset, run->value + offset, grain);
    }
    if (held) pthread_spin_unlock(held);
}

// Shared memory belongs to one block, and what lies before the last barrier is over.
void judge_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const ThreadBlock *b = w->thread_block;
    const Launch *launch = w->worker->launch;
    const u32 grain = launch->race_grain, each = element / grain;
    RaceParty me = party_of(w, op, write);
    me.oldest = me.block_first = b->ticket;
    me.own_memory = true;
    if (is_simple(run, element, grain) && !b->shared_trails &&
        (each == 1 ? launch->judge_run(&b->shared_races[run->address / grain], run->count, &me, run->first, grain,
                                       b->shared + run->address, run->value)
                   : judge_simple(&b->shared_races[run->address / grain], run->bytes / grain, &me, run->first, each)))
        return;
    for (u64 at = run->address / grain * grain; at < run->address + run->bytes; at += grain) {
        u64 *record = &b->shared_races[at / grain];
        const u64 offset = at < run->address ? 0 : at - run->address;
        const bool changes =
            write && (*record & RACE_WRITTEN) && changes_word(run, b->shared + run->address, offset, grain);
        RaceTrail *trail = b->shared_trails ? &b->shared_trails[at / grain] : NULL;
        judge_word(w, op, run, record, trail, &me, run_lane(run, element, offset), changes, "shared");
    }
}
