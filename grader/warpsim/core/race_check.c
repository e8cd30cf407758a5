// The race check of a run: its words against their records, and the words of the report.
#include <pthread.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/clocks.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/race_note.h"

enum { RACE_LOCKS = 1024, RACE_LOCK_SPAN = 4096 };

// One lock for each page, by its number; each on a cache line of its own.
static struct { _Alignas(CACHE_LINES) pthread_spinlock_t lock; } race_locks[RACE_LOCKS];

__attribute__((constructor)) static void init_race_locks(void) {
    for (int i = 0; i < RACE_LOCKS; i++) pthread_spin_init(&race_locks[i].lock, PTHREAD_PROCESS_PRIVATE);
}

void race_lock_page(u64 at) {
    pthread_spin_lock(&race_locks[at / RACE_LOCK_SPAN % RACE_LOCKS].lock);
}

void race_unlock_page(u64 at) {
    pthread_spin_unlock(&race_locks[at / RACE_LOCK_SPAN % RACE_LOCKS].lock);
}

u64 race_page_end(u64 at) {
    return (at / RACE_LOCK_SPAN + 1) * RACE_LOCK_SPAN;
}

static RaceDetail detail_of(const Warp *w, const Op *op, u32 lane, bool write) {
    const ThreadBlock *b = w->thread_block;
    return (RaceDetail){op->site,
                        b->linear,
                        w->index * LANES + lane,
                        write,
                        (op->flags & ACCESS_ATOMIC) != 0,
                        has_block_scope(w, op),
                        false,
                        (u32)(b->phase >> RACE_PHASE_SHIFT)};
}

static Distance distance_of(u64 record, const RaceAccess *me) {
    if (!race_same_block(record, me) || (record & RACE_BLOCKS)) return BETWEEN_BLOCKS;
    return ((record ^ me->record) & RACE_WARP) || (record & RACE_WARPS) ? WITHIN_BLOCK : WITHIN_WARP;
}

// Judges one word for the lane, and for a second lane where several read the same. `history` is NULL without
// details.
static void judge_word(Warp *w, const Op *op, const Run *run, u64 *record, RaceHistory *history,
                       const RaceAccess *me, u32 lane, bool changes, u32 memory) {
    const u32 lanes[] = {lane, run->again};
    for (int i = 0; i < (run->again != run->first ? 2 : 1); i++) {
        const u64 before = *record;
        const RaceKind kind = race_judge(record, me, lanes[i], changes);
        if (kind == RACE_NONE && !history) continue;
        const RaceDetail access = detail_of(w, op, lanes[i], me->write);
        if (kind != RACE_NONE) {
            const RaceDetail *other = history ? race_other(history, access, me->oldest) : NULL;
            note_race(w, op, kind, lanes[i], memory, other ? distance_to(w, other) : distance_of(before, me),
                      other);
        }
        const RaceDetail *doubtful = kind == RACE_NONE && history && me->atomic &&
                                             !(op->flags & ACCESS_UPDATE) && (changes || !me->write)
                                         ? race_strong_other(history, access)
                                         : NULL;
        if (doubtful)
            note_doubtful(w, op, !me->write ? RACE_READ_AFTER_WRITE : RACE_WRITE_AFTER_READ, lanes[i], memory,
                          doubtful);
        if (history) race_keep(history, access);
    }
}

static RaceAccess access_of(const Warp *w, const Op *op, bool write) {
    return (RaceAccess){
        .record = warp_phase(w) | (u64)(w->epoch & (RACE_EPOCHS - 1)) << RACE_EPOCH_SHIFT |
                  (u64)w->index << RACE_WARP_SHIFT,
        .read = !write || (op->flags & ACCESS_UPDATE),
        .write = write,
        .atomic = op->flags & ACCESS_ATOMIC,
        .block_scope = has_block_scope(w, op),
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
    RaceAccess me;
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
        RaceHistory *history = launch->race_histories ? &launch->race_histories[at >> shift] : NULL;
        judge_word(w, op, g->run, word, history, &g->me, run_lane(g->run, g->element, offset), changes,
                   FOUND_GLOBAL);
        write_now(g, memory, offset, grain);
    }
    race_close(groups, record, words);
}

bool judge_global(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const Launch *launch = w->worker->launch;
    const u64 start = run->address - DEVICE_ADDRESS_BASE;
    u8 *memory = arena_at(launch->arena, run->address);
    if (w->thread_block->order) {
        order_judge(w, op, run, element, write, false, memory);
        return false;
    }
    GlobalRun g = {.run = run,
                   .element = element,
                   .write = write,
                   .me = access_of(w, op, write),
                   .start = start,
                   .end = start + run->bytes};
    g.me.oldest = launch->oldest_record;
    g.me.block_first = w->thread_block->first_phase;
    g.me.phase_first = w->thread_block->phase;
    g.me.own_block_only = !launch->judge_blocks || launch->interleaved;
    g.me.own_phase_only = launch->interleaved;
    const bool simple =
        is_simple(run, element, launch->race_grain) && !launch->race_histories && !g.me.block_scope;
    g.halves = simple && element >= RACE_GROUP / 2;
    for (u64 at = start; at < g.end;) {
        if (launch->worker_count > 1) hold_page(&g, at);
        const u64 page_end = race_page_end(at), end = page_end < g.end ? page_end : g.end;
        if (simple && at % RACE_GROUP == 0 && end - at >= RACE_GROUP && ((at - start) & (element - 1)) == 0)
            at = judge_groups(launch, &g, memory, at, end);
        if (at == end) continue;
        const u64 group_end = (at / RACE_GROUP + 1) * RACE_GROUP, stop = group_end < end ? group_end : end;
        judge_words(w, op, &g, memory, at, stop);
        at = stop;
    }
    if (g.held) pthread_spin_unlock(g.held);
    return g.held && write && run->value;
}

// One lane's element in a group that this launch has not touched, or that the same thread has touched beside it. False: the
// group needs a closer look.
static inline bool judge_lane(RaceGroups *groups, u64 *record, u64 fresh, u64 oldest, u64 at, u32 element) {
    const u64 old = *record;
    if (element == RACE_GROUP) {
        if (old >= oldest) return false;
        *record = fresh;
        return true;
    }
    if (element == RACE_GROUP / 2) {
        const RaceShape other = at % RACE_GROUP ? RACE_FIRST_HALF : RACE_SECOND_HALF;
        if (old < oldest)
            *record = race_half(fresh, at);
        else if (old == (fresh | (u64)other << RACE_SHAPE_SHIFT))
            *record = fresh; // both halves are this thread's: RACE_ALIKE
        else
            return false;
        return true;
    }
    return race_fill(groups, record, (u32)(at % RACE_GROUP), element, fresh);
}

u32 scatter(Warp *w, const Op *op, const u64 *address, u32 mask, u32 element, const u8 *data) {
    const Launch *launch = w->worker->launch;
    const Allocation *a = w->worker->sites[op->site].last;
    if (w->thread_block->order || launch->read_only || launch->race_histories || launch->keeps_footprint ||
        !a->tracked || a->constant || a->input || op->flags & (ACCESS_ATOMIC | ACCESS_UPDATE) ||
        element > RACE_GROUP || element < launch->race_grain)
        return mask;
    const RaceAccess me = access_of(w, op, true);
    const u64 most = a->size < element ? 0 : a->size - element, fresh = race_fresh(&me, 0);
    RaceGroups *groups = &w->worker->race_groups;
    pthread_spinlock_t *held = NULL;
    u32 left = mask;
    for (; left; left &= left - 1) {
        const u32 lane = (u32)__builtin_ctz(left);
        const u64 offset = address[lane] - a->base, at = address[lane] - DEVICE_ADDRESS_BASE;
        if (offset > most || a->size < element || address[lane] & (element - 1)) break;
        if (launch->worker_count > 1) {
            pthread_spinlock_t *want = &race_locks[at / RACE_LOCK_SPAN % RACE_LOCKS].lock;
            if (held && want != held) pthread_spin_unlock(held);
            if (want != held) pthread_spin_lock(held = want);
        }
        if (!judge_lane(groups, &launch->races[at / RACE_GROUP], fresh | lane, launch->oldest_record, at,
                        element))
            break;
        if (!a->initialised) arena_mark_written_shared(launch->arena, address[lane], element);
        u8 *to = arena_at(launch->arena, address[lane]);
        const u8 *from = data + (u64)lane * element;
        switch (element) {
        case 1: *to = *from; break;
        case 2: memcpy(to, from, 2); break;
        case 4: memcpy(to, from, 4); break;
        default: memcpy(to, from, 8); break;
        }
    }
    if (held) pthread_spin_unlock(held);
    return left;
}

bool judge_shared_atomics(Warp *w, const Op *op, const u64 *address, u32 mask) {
    const ThreadBlock *b = w->thread_block;
    const RaceAccess me = {
        .record = access_of(w, op, true).record, .read = true, .write = true, .atomic = true};
    const u64 fresh = race_fresh(&me, 0), oldest = b->phase;
    const Site *site = &w->worker->launch->program->sites[op->site];
    EACH_LANE_OF(mask, i) {
        u32 written;
        if (address[i] < site->low || address[i] + sizeof(u32) > site->high ||
            address[i] >= b->shared_bytes || b->shared_bytes - address[i] < sizeof(u32) ||
            address[i] % sizeof(u32))
            return false;
        memcpy(&written, b->shared_written + address[i], sizeof written);
        const u64 old = b->shared_races[address[i] / sizeof(u32)];
        if (written != 0x01010101 || (old >= oldest && (old & (RACE_ATOMIC | RACE_EARLIER)) != RACE_ATOMIC))
            return false;
    }
    EACH_LANE_OF(mask, i) {
        u64 *record = &b->shared_races[address[i] / sizeof(u32)];
        const u64 facts = *record < oldest ? 0 : *record & (RACE_BETWEEN_BLOCKS | RACE_SHOWS);
        *record = fresh | i | facts;
    }
    return true;
}

// Shared memory belongs to one block, and what lies before the last barrier is over. It has a record for each
// word.
void judge_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const ThreadBlock *b = w->thread_block;
    const Launch *launch = w->worker->launch;
    const u32 grain = launch->race_grain;
    u8 *memory = b->shared + run->address;
    if (w->thread_block->order) {
        order_judge(w, op, run, element, write, true, memory);
        return;
    }
    RaceAccess me = access_of(w, op, write);
    me.oldest = me.block_first = me.phase_first = b->phase;
    me.own_memory = true;
    const int shift = __builtin_ctz(grain);
    u64 at = run->address & ~(u64)(grain - 1);
    if (is_simple(run, element, grain) && !b->shared_histories) {
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
        RaceHistory *history = b->shared_histories ? &b->shared_histories[at >> shift] : NULL;
        judge_word(w, op, run, record, history, &me, run_lane(run, element, offset), changes, FOUND_SHARED);
    }
}
