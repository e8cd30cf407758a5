// Races by happens-before: each access against the last ones of its word. See happens_before.h.
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/clocks.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/race_note.h"

HappensBefore *happens_before_new(u32 block_threads, u32 grain, bool whole, bool scoped) {
    HappensBefore *h = calloc(1, sizeof *h);
    if (h) h->block_threads = block_threads, h->grain = grain, h->whole = whole, h->scoped = scoped;
    return h;
}

void happens_before_free(HappensBefore *h) {
    if (!h) return;
    words_free(&h->words);
    forget_knowledge(&h->ended);
    free(h);
}

bool order_is_full(const HappensBefore *h) {
    return !h->whole && (h->acting > MOST_ORDERED_THREADS / 2 || h->words.count > MOST_ORDERED_WORDS ||
                         h->parts > MOST_ORDERED_PARTS);
}

// From here on the launch is left to race.h.
static void stop_following(Worker *worker) {
    order_end(&worker->slot.block);
    for (u32 i = 0; i < worker->other_count; i++) order_end(&worker->others[i].block);
}

static bool is_before(const WordAccess *a, const BlockOrder *o, const WordAccess *me) {
    if (a->block == me->block && a->thread == me->thread) return true;
    return known_time(o->of[me->thread].has.known, a->block, a->thread) >= a->time;
}

// The later access says all that the earlier one does: whoever is not ordered with the one is not with the other.
static bool replaces(const WordAccess *me, const WordAccess *a, bool scoped) {
    if (a->write && !me->write) return false;
    if (!me->atomic) return true;
    return a->atomic && (!scoped || (me->block == a->block && me->block_scope >= a->block_scope));
}

static AccessKind kind_of(const WordAccess *a) {
    return (AccessKind)(2 * !a->write + a->atomic);
}

// Both are atomic, and each for the other one, too.
static bool are_atomic(const WordAccess *a, const WordAccess *b) {
    return a->atomic && b->atomic && (a->block == b->block || (!a->block_scope && !b->block_scope));
}

// Of this kind, the first that is not ordered before; NULL: none.
static const WordAccess *find_unordered(const WordOrder *word, AccessKind kind, const BlockOrder *o,
                                        const WordAccess *me) {
    for (u32 i = kind ? word->end[kind - 1] : 0; i < word->end[kind]; i++) {
        const WordAccess *a = &word->list[i];
        if (!are_atomic(a, me) && !is_before(a, o, me)) return a;
    }
    return NULL;
}

// The access that races with this one; NULL: none. A write that changes nothing is as good as the write that it
// repeats.
static const WordAccess *find_race(const WordOrder *word, const BlockOrder *o, const WordAccess *me,
                                   bool changes) {
    const bool scoped = o->launch->scoped;
    const WordAccess *written = find_unordered(word, PLAIN_WRITES, o, me);
    if (!written && (!me->atomic || scoped)) written = find_unordered(word, ATOMIC_WRITES, o, me);
    if (!me->write || (written && changes)) return written;
    const WordAccess *read = find_unordered(word, PLAIN_READS, o, me);
    if (!read && (!me->atomic || scoped)) read = find_unordered(word, ATOMIC_READS, o, me);
    if (!read || changes) return read;
    return written || find_unordered(word, ATOMIC_WRITES, o, me) ? NULL : read;
}

// Takes out those that this one makes redundant.
static void take_out(WordOrder *word, const BlockOrder *o, const WordAccess *me) {
    u32 left = 0, i = 0;
    for (u32 kind = 0; kind < ACCESS_KINDS; kind++) {
        for (; i < word->end[kind]; i++) {
            const WordAccess a = word->list[i];
            if (!replaces(me, &a, o->launch->scoped) || !is_before(&a, o, me)) word->list[left++] = a;
        }
        word->end[kind] = left;
    }
    word->needed = left;
}

static bool make_room(WordOrder *word) {
    const u32 room = word->room ? 2 * word->room : 4;
    WordAccess *list = realloc(word->list, room * sizeof *list);
    if (!list) return false;
    word->list = list;
    word->room = room;
    return true;
}

// At the end of its kind: the first of each later kind moves to that kind's end.
static void add(WordOrder *word, const WordAccess *me) {
    const u32 mine = kind_of(me);
    for (u32 kind = ACCESS_KINDS - 1; kind > mine; kind--)
        word->list[word->end[kind]++] = word->list[word->end[kind - 1]];
    word->list[word->end[mine]++] = *me;
}

// The thread's own last one of this kind, which this one repeats.
static bool is_repeated(const WordOrder *word, const WordAccess *me) {
    const AccessKind kind = kind_of(me);
    const u32 first = kind ? word->end[kind - 1] : 0;
    if (word->end[kind] == first) return false;
    WordAccess *last = &word->list[word->end[kind] - 1];
    if (last->block != me->block || last->thread != me->thread) return false;
    *last = *me;
    return true;
}

// A few are looked through each time; many, when they have become twice as many.
static void keep(WordOrder *word, const BlockOrder *o, const WordAccess *me) {
    enum { FEW = 8 };
    const u32 *count = &word->end[ACCESS_KINDS - 1];
    const bool many = *count > FEW && *count < 2 * word->needed;
    if (!me->write && is_repeated(word, me)) return;
    if (!many && (me->write || *count == word->room)) take_out(word, o, me);
    if (*count == word->room && !make_room(word)) return;
    add(word, me);
}

static WordOrders *words_of(const Warp *w, bool shared) {
    return shared ? &w->thread_block->order->words : &w->worker->launch->order->words;
}

static u64 word_address(const Run *run, u64 offset, bool shared, u32 grain) {
    return ((shared ? SHARED_WINDOW : 0) + run->address + offset) & ~(u64)(grain - 1);
}

// Its phases order all of the block: order_all().
static bool is_mbarrier(const Op *op) {
    return !op->memory && op->flags & ACCESS_ATOMIC;
}

// Lanes that use the element; where all read the same, two of them race if any does.
static u32 lanes_of_run(const Warp *w, const Op *op, const Run *run, u32 lane, bool hears) {
    if (run->again == run->first) return 1u << lane;
    if (op->flags & ACCESS_ATOMIC && !hears)
        return 1u << run->first | 1u << run->again; // it may wait in a loop
    return op->memory && op->kind != SPACE_GENERIC ? w->mask : 1u << run->first | 1u << run->again;
}

static void judge_lane(Warp *w, const Op *op, WordOrder *word, u32 lane, bool write, bool changes,
                       bool shared) {
    const BlockOrder *o = w->thread_block->order;
    const u32 thread = w->index * LANES + lane;
    if (!o->of[thread].acts) o->of[thread].acts = true, o->launch->acting++;
    const WordAccess me = {.block = o->block,
                           .thread = thread,
                           .time = o->of[thread].clock,
                           .site = op->site,
                           .write = write,
                           .atomic = op->flags & ACCESS_ATOMIC,
                           .update = op->flags & ACCESS_UPDATE,
                           .block_scope = has_block_scope(w, op)};
    const WordAccess *other = find_race(word, o, &me, changes);
    if (other) {
        const RaceKind kind = !write         ? RACE_READ_AFTER_WRITE
                              : other->write ? RACE_WRITE_AFTER_WRITE
                                             : RACE_WRITE_AFTER_READ;
        const RaceDetail detail = {
            .site = other->site,
            .block = other->block,
            .thread = other->thread,
            .write = other->write,
            .atomic = other->atomic,
            .block_fence = known_time(o->of[thread].missed, other->block, other->thread) >= other->time};
        note_race(w, op, kind, lane, shared ? FOUND_SHARED : FOUND_GLOBAL, distance_to(w, &detail), &detail);
    }
    keep(word, o, &me);
}

void order_judge(Warp *w, const Op *op, const Run *run, u32 element, bool write, bool shared,
                 const u8 *memory) {
    const u32 grain = w->worker->launch->race_grain;
    if (is_mbarrier(op)) return;
    if (order_is_full(w->thread_block->order->launch)) {
        stop_following(w->worker);
        return;
    }
    WordOrders *words = words_of(w, shared);
    u64 done = ~0ull;
    for (u64 at = 0; at < run->bytes; at += grain < element ? grain : element) {
        const u64 address = word_address(run, at, shared, grain);
        if (address == done && element >= grain) continue;
        done = address;
        WordOrder *word = words_at(words, address);
        if (!word) return;
        const u32 bytes = grain < element ? grain : element;
        const bool changes = write && (!run->value || memcmp(memory + at, run->value + at, bytes) != 0);
        EACH_LANE_OF(lanes_of_run(w, op, run, run_lane(run, element, at), false), lane) {
            judge_lane(w, op, word, lane, write, changes, shared);
        }
    }
}

static void replace(Known **known, Known *by) {
    known_release(*known);
    *known = by;
}

// A store: what it says is what lay behind a fence for its thread. An atomic operation hands on what it finds.
static void tell(const Warp *w, const Op *op, WordOrder *word, u32 lane) {
    const BlockOrder *o = w->thread_block->order;
    const Knowledge *has = &o->of[w->index * LANES + lane].has;
    const bool strong = op->flags & ACCESS_ATOMIC, update = op->flags & ACCESS_UPDATE;
    const bool to_all = strong && !has_block_scope(w, op), to_block = strong && !to_all;
    Known *found = update && word->teller == o->block ? word->told_block : NULL;
    Known *of_block = known_merged(strong ? has->block_fenced : NULL, found, o->threads);
    replace(&word->told_block, known_merged(of_block, to_block ? has->fenced : NULL, o->threads));
    known_release(of_block);
    replace(&word->told, known_merged(to_all ? has->fenced : NULL, update ? word->told : NULL, o->threads));
    word->teller = o->block;
}

void order_say(Warp *w, const Op *op, const Run *run, u32 element, bool shared) {
    const bool strong = op->flags & ACCESS_ATOMIC;
    WordOrders *words = words_of(w, shared);
    for (u64 at = 0; at < run->bytes; at += element) {
        const u64 address = word_address(run, at, shared, w->worker->launch->race_grain);
        WordOrder *word = strong ? words_at(words, address) : words_find(words, address);
        if (word) tell(w, op, word, run_lane(run, element, at));
    }
}

static void learn_from(const BlockOrder *o, ThreadOrder *t, Known *told, bool of_block) {
    if (!told) return;
    o->launch->parts += told->count;
    thread_learns(t, told, of_block, o->threads);
}

static void hear(const Warp *w, const Op *op, const WordOrder *word, ThreadOrder *t) {
    const BlockOrder *o = w->thread_block->order;
    const bool same_block = word->teller == o->block;
    if (same_block || !has_block_scope(w, op)) learn_from(o, t, word->told, false);
    if (same_block)
        learn_from(o, t, word->told_block, true);
    else
        thread_misses(t, word->told_block);
}

void order_hear(Warp *w, const Op *op, const Run *run, u32 element, bool shared) {
    BlockOrder *o = w->thread_block->order;
    if (!(op->flags & ACCESS_ATOMIC) || is_mbarrier(op)) return;
    for (u64 at = 0; at < run->bytes; at += element) {
        const WordOrder *word =
            words_find(words_of(w, shared), word_address(run, at, shared, w->worker->launch->race_grain));
        if (!word || !(word->told || word->told_block)) continue;
        EACH_LANE_OF(lanes_of_run(w, op, run, run_lane(run, element, at), true), lane) {
            hear(w, op, word, &o->of[w->index * LANES + lane]);
        }
    }
}
