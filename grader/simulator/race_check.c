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
    if (!run->value) return true;
    if (grain != sizeof(u32)) return memcmp(memory + offset, run->value + offset, grain) != 0;
    return memcmp(memory + offset, run->value + offset, sizeof(u32)) != 0; // no call
}

// A run of whole words can be judged many at a time where nothing is kept for the report.
static bool is_simple(const Run *run, u32 element, u32 grain) {
    return element >= grain && run->again == run->first;
}

// A run in global memory on its way through the check. Words of one page are judged, and written, under that
// page's lock, so that the two sides of a race cannot miss each other.
typedef struct {
    const Run *run;
    u32 element;
    bool write, halves; // halves: the first access of four bytes can be noted at once
    RaceParty me;
    u64 start, end;           // offsets in the arena
    pthread_spinlock_t *held; // NULL with one worker
} GlobalRun;

static void hold_page(GlobalRun *g, u64 at) {
    pthread_spinlock_t *want = &race_locks[at / RACE_LOCK_SPAN % RACE_LOCKS].lock;
    if (want == g->held) return;
    if (g->held) pthread_spin_unlock(g->held);
    pthread_spin_lock(g->held = want);
}

// With several workers memory is written while its page is locked.
static void write_now(const GlobalRun *g, u8 *memory, u64 offset, u64 bytes) {
    if (g->held && g->write && g->run->value) memcpy(memory + offset, g->run->value + offset, bytes);
}

// Judges whole groups from `at` on, as many as look alike and lie before `stop`; returns where they end.
static u64 judge_groups(const Launch *launch, const GlobalRun *g, u8 *memory, u64 at, u64 stop) {
    const u64 offset = at - g->start;
    const RaceRun r = {.records = &launch->races[at / RACE_GROUP],
                       .count = (u32)((stop - at) / RACE_GROUP),
                       .span = RACE_GROUP,
                       .grain = launch->race_grain,
                       .element = g->element,
                       .lane = run_lane(g->run, g->element, offset),
                       .memory = memory + offset,
                       .value = g->run->value ? g->run->value + offset : NULL};
    const u64 done = (u64)launch->judge_run(&r, &g->me) * RACE_GROUP;
    write_now(g, memory, offset, done);
    return at + done;
}

// Judges the words of the group that `at` is in, up to `stop`.
static void judge_words(Warp *w, const Op *op, const GlobalRun *g, u8 *memory, u64 at, u64 stop) {
    Launch *launch = w->worker->launch;
    const u32 grain = launch->race_grain;
    const u64 group = at / RACE_GROUP * RACE_GROUP;
    RaceGroups *groups = &w->worker->race_groups;
    u64 *record = &launch->races[group / RACE_GROUP], room[MAX_GROUP_WORDS];
    if (*record < g->me.oldest && g->halves && stop - at == RACE_GROUP / 2) {
        *record = race_half(race_fresh(&g->me, run_lane(g->run, g->element, at - g->start)), at);
        write_now(g, memory, at - g->start, RACE_GROUP / 2);
        return;
    }
    u64 *words = race_open(groups, *record, room);
    if (!words) {
        write_now(g, memory, at - g->start, stop - at);
        return;
    }
    const int shift = __builtin_ctz(grain);
    for (at &= ~(u64)(grain - 1); at < stop; at += grain) {
        u64 *word = &words[(at - group) >> shift];
        const u64 offset = at < g->start ? 0 : at - g->start;
        // A kernel that orders its blocks itself, by fences or by waiting, is judged inside each block only.
        if (g->me.own_block_only && !race_same_block(*word, &g->me)) *word = 0;
        const bool changes =
            g->write && (*word & RACE_WRITTEN) && changes_word(g->run, memory, offset, grain);
        RaceTrail *trail = launch->race_trails ? &launch->race_trails[at >> shift] : NULL;
        judge_word(w, op, g->run, word, trail, &g->me, run_lane(g->run, g->element, offset), changes,
                   "global");
        write_now(g, memory, offset, grain);
    }
    race_close(groups, record, words);
}

void judge_global(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const Launch *launch = w->worker->launch;
    const u64 start = run->address - DEVICE_ADDRESS_BASE;
    u8 *memory = arena_at(launch->arena, run->address);
    GlobalRun g = {.run = run,
                   .element = element,
                   .write = write,
                   .me = party_of(w, op, write),
                   .start = start,
                   .end = start + run->bytes};
    g.me.oldest = launch->oldest_record;
    g.me.block_first = w->thread_block->first_ticket;
    g.me.own_block_only = !launch->judge_blocks || launch->interleaved;
    g.me.own_phase_only = launch->interleaved;
    const bool simple = is_simple(run, element, launch->race_grain) && !launch->race_trails;
    g.halves = simple && element >= RACE_GROUP / 2;
    for (u64 at = start; at < g.end;) {
        if (launch->worker_count > 1) hold_page(&g, at);
        const u64 page_end = (at / RACE_LOCK_SPAN + 1) * RACE_LOCK_SPAN,
                  end = page_end < g.end ? page_end : g.end;
        if (simple && at % RACE_GROUP == 0 && end - at >= RACE_GROUP && ((at - start) & (element - 1)) == 0)
            at = judge_groups(launch, &g, memory, at, end);
        if (at == end) continue;
        const u64 group_end = (at / RACE_GROUP + 1) * RACE_GROUP, stop = group_end < end ? group_end : end;
        judge_words(w, op, &g, memory, at, stop);
        at = stop;
    }
    if (g.held) pthread_spin_unlock(g.held);
}

// Shared memory belongs to one block, and what lies before the last barrier is over. It has a record for each
// word.
void judge_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const ThreadBlock *b = w->thread_block;
    const Launch *launch = w->worker->launch;
    const u32 grain = launch->race_grain;
    u8 *memory = b->shared + run->address;
    RaceParty me = party_of(w, op, write);
    me.oldest = me.block_first = b->ticket;
    me.own_memory = true;
    const int shift = __builtin_ctz(grain);
    u64 at = run->address & ~(u64)(grain - 1);
    if (is_simple(run, element, grain) && !b->shared_trails) {
        const RaceRun r = {.records = &b->shared_races[at >> shift],
                           .count = run->bytes >> shift,
                           .span = grain,
                           .grain = grain,
                           .element = element,
                           .lane = run->first,
                           .memory = memory,
                           .value = run->value};
        at += (u64)launch->judge_run(&r, &me) * grain;
    }
    for (; at < run->address + run->bytes; at += grain) {
        u64 *record = &b->shared_races[at >> shift];
        const u64 offset = at < run->address ? 0 : at - run->address;
        const bool changes = write && (*record & RACE_WRITTEN) && changes_word(run, memory, offset, grain);
        RaceTrail *trail = b->shared_trails ? &b->shared_trails[at >> shift] : NULL;
        judge_word(w, op, run, record, trail, &me, run_lane(run, element, offset), changes, "shared");
    }
}
