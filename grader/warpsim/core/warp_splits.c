// Warp splits: see warp_splits.h.
#include "grader/warpsim/core/warp_splits.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/special.h"

typedef enum { SPLIT_READY, SPLIT_AT_SYNC, SPLIT_AT_BARRIER } SplitState;

// A split that has no turn: what it takes of the warp. Its stack is copied, its registers stay where they are: the warp's home or a
// space of their own, and of two splits no two have the same.
struct WarpSplit {
    SplitState state;
    u32 mask, live;
    const Function *function;
    s32 block, reconverge;
    u32 stack_depth, call_depth, local_base;
    const Op *resume; // in the middle of the block
    const Op *sync;   // AT_SYNC: the operation, the lanes that run it, those that it names
    u32 sync_mask, members, wanted;
    bool sync_passes;
    u32 missed;                // of those that were waited for
    const BasicBlock *barrier; // AT_BARRIER
    u32 barrier_mask, barrier_predicate;
    u8 *space;                // Warp.frame while it has its turn
    size_t room, first;       // bytes of it; where the kernel's frame begins in it
    size_t frame_bytes, last; // from there to the end of the running function's frame; to its beginning
    StackEntry *stack;
    CallFrame *calls;
};

static u8 *first_frame(const Warp *w) {
    const u8 *frame = w->bank[BANK_FRAME];
    for (u32 i = 0; i < w->call_depth; i++) frame -= w->calls[i].function->frame_bytes;
    return (u8 *)frame;
}

static u8 *frame_of(const WarpSplit *s) {
    return s->space + s->first;
}

// The registers that the warp has now: its home, until a split brings others.
static void go_home(Warp *w) {
    w->frame = w->home;
    w->frame_room = FRAME_SPACE;
    w->bank[BANK_FRAME] = w->home + warp_frame_offset(w);
}

static void free_split(Warp *w, WarpSplit *s) {
    if (s->space == w->frame) go_home(w);
    if (s->space != w->home) free(s->space);
    free(s->stack), free(s->calls);
    free(s);
}

// Those of lanes that have ended belong to no split.
static void leave_frame(Warp *w) {
    for (u32 i = 0; i < w->split_count; i++)
        if (w->splits[i]->space == w->frame) return;
    if (w->frame != w->home) free(w->frame);
    go_home(w);
}

static u8 *new_space(size_t bytes) {
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

// The warp goes on with a copy of the registers that s has. False without memory: the kernel is stopped.
static bool copy_frame(Warp *w, const WarpSplit *s) {
    u8 *space = new_space(s->first + s->frame_bytes);
    if (!space) {
        stop_without_memory(w);
        return false;
    }
    memcpy(space + s->first, frame_of(s), s->frame_bytes);
    w->frame = space;
    w->frame_room = s->first + s->frame_bytes;
    w->bank[BANK_FRAME] = space + s->first + s->last;
    return true;
}

bool splits_make_room(Warp *w, size_t bytes) {
    if (bytes <= w->frame_room) return true;
    const size_t used = w->frame_room, at = (size_t)(w->bank[BANK_FRAME] - w->frame);
    u8 *space = new_space(2 * bytes); // as calls go on
    if (!space) {
        stop_without_memory(w);
        return false;
    }
    memcpy(space, w->frame, used);
    free(w->frame); // the home has all the room
    w->frame = space;
    w->frame_room = 2 * bytes;
    w->bank[BANK_FRAME] = space + at;
    return true;
}

static void *copy_of(const void *from, size_t size) {
    void *copy = malloc(size ? size : 1);
    if (copy) memcpy(copy, from, size);
    return copy;
}

// Puts what the warp is at aside, as its last split, with the warp's registers: who goes on without taking another split up needs a
// copy_frame(). NULL without memory: the kernel is stopped.
static WarpSplit *park(Warp *w, SplitState state) {
    WarpSplit *s = calloc(1, sizeof *s);
    if (!s) {
        stop_without_memory(w);
        return NULL;
    }
    const u8 *frame = first_frame(w);
    *s = (WarpSplit){.state = state,
                     .mask = w->mask,
                     .live = w->live,
                     .function = w->function,
                     .block = w->block,
                     .reconverge = w->reconverge,
                     .stack_depth = w->stack_depth,
                     .call_depth = w->call_depth,
                     .local_base = w->local_base,
                     .barrier = w->barrier,
                     .barrier_mask = w->barrier_mask,
                     .barrier_predicate = w->barrier_predicate,
                     .space = w->frame,
                     .room = w->frame_room,
                     .first = (size_t)(frame - w->frame),
                     .last = (size_t)(w->bank[BANK_FRAME] - frame)};
    s->frame_bytes = s->last + w->function->frame_bytes;
    s->stack = copy_of(w->stack, w->stack_depth * sizeof *w->stack);
    s->calls = copy_of(w->calls, w->call_depth * sizeof *w->calls);
    if (!s->stack || !s->calls) {
        free(s->stack), free(s->calls), free(s);
        stop_without_memory(w);
        return NULL;
    }
    if (state == SPLIT_AT_SYNC) {
        s->sync = w->sync;
        s->sync_mask = w->sync_mask;
        s->members = w->sync_members;
        s->wanted = w->sync_wanted;
        s->sync_passes = w->sync_passes;
        s->mask = w->sync_full_mask;
        w->sync = NULL;
    }
    w->splits[w->split_count++] = s;
    return s;
}

static WarpSplit *take(Warp *w, u32 i) {
    WarpSplit *s = w->splits[i];
    w->split_count--;
    memmove(&w->splits[i], &w->splits[i + 1], (w->split_count - i) * sizeof *w->splits);
    return s;
}

// Takes split i up: the warp is what it was.
static void unpark(Warp *w, u32 i) {
    leave_frame(w);
    WarpSplit *s = take(w, i);
    w->frame = s->space;
    w->frame_room = s->room;
    memcpy(w->stack, s->stack, s->stack_depth * sizeof *w->stack);
    memcpy(w->calls, s->calls, s->call_depth * sizeof *w->calls);
    w->bank[BANK_FRAME] = frame_of(s) + s->last;
    w->mask = s->mask;
    w->live = s->live;
    w->function = s->function;
    w->block = s->block;
    w->reconverge = s->reconverge;
    w->stack_depth = s->stack_depth;
    w->call_depth = s->call_depth;
    w->local_base = s->local_base;
    w->resume = s->resume;
    w->missed = s->missed;
    w->state = s->state == SPLIT_AT_BARRIER ? WARP_AT_BARRIER : WARP_READY;
    w->barrier = s->barrier;
    w->barrier_mask = s->barrier_mask;
    w->barrier_predicate = s->barrier_predicate;
    free(s->stack), free(s->calls), free(s);
}

u32 splits_live(const Warp *w) {
    u32 live = 0;
    for (u32 i = 0; i < w->split_count; i++) live |= w->splits[i]->live;
    return live;
}

u32 warp_live_lanes(const Warp *w) {
    return w->live | splits_live(w);
}

void splits_clear(Warp *w) {
    leave_frame(w);
    while (w->split_count) free_split(w, w->splits[--w->split_count]);
    w->sync = w->resume = NULL;
    w->missed = 0;
    w->parts = false;
}

// --- Joining

static bool same_call(const CallFrame *a, const CallFrame *b) {
    return a->function == b->function && a->return_block == b->return_block &&
           a->reconverge == b->reconverge && a->stack_base == b->stack_base && a->call == b->call;
}

// Paths that only lanes of other splits were on.
static void drop_empty(StackEntry *stack, u32 *depth, u32 call_depth, u32 live) {
    u32 kept = 0;
    if (call_depth) return; // calls know their place on the stack
    for (u32 i = 0; i < *depth; i++)
        if (stack[i].mask & live) stack[kept++] = stack[i];
    *depth = kept;
}

// Both stand at the same place with the same way before them.
static bool can_join(const WarpSplit *a, const WarpSplit *b) {
    if (a->function != b->function || a->block != b->block || a->reconverge != b->reconverge ||
        a->call_depth != b->call_depth || a->stack_depth != b->stack_depth || a->resume != b->resume)
        return false;
    for (u32 i = 0; i < a->call_depth; i++)
        if (!same_call(&a->calls[i], &b->calls[i])) return false;
    for (u32 i = 0; i < a->stack_depth; i++)
        if (a->stack[i].block != b->stack[i].block || a->stack[i].reconverge != b->stack[i].reconverge)
            return false;
    return true;
}

// Copies the lanes of one frame into another of the same function.
static void merge_frame(const Function *f, u8 *to, const u8 *from, u32 lanes) {
    for (u32 r = 0; r < f->frame_row_count; r++) {
        const u32 at = f->frame_rows[r].offset, bytes = f->frame_rows[r].lane_bytes;
        if (bytes == 0) {
            u32 *p = (u32 *)(to + at);
            *p = (*p & ~lanes) | (*(const u32 *)(from + at) & lanes);
            continue;
        }
        EACH_LANE_OF(lanes, i) {
            memcpy(to + at + i * bytes, from + at + i * bytes, bytes);
        }
    }
}

// The registers of the one that has fewer lanes go into the other's, which are a's then.
static void merge_frames(WarpSplit *a, WarpSplit *b) {
    u32 lanes = b->live;
    size_t at = 0;
    if (__builtin_popcount(a->live) < __builtin_popcount(b->live)) {
        u8 *space = a->space;
        const size_t room = a->room;
        a->space = b->space, a->room = b->room;
        b->space = space, b->room = room;
        lanes = a->live;
    }
    for (u32 i = 0; i <= a->call_depth; i++) {
        const Function *f = i < a->call_depth ? a->calls[i].function : a->function;
        merge_frame(f, frame_of(a) + at, frame_of(b) + at, lanes);
        at += f->frame_bytes;
    }
}

// b goes on as part of a.
static void join(WarpSplit *a, WarpSplit *b) {
    merge_frames(a, b);
    for (u32 i = 0; i < a->stack_depth; i++)
        a->stack[i].mask = (a->stack[i].mask & a->live) | (b->stack[i].mask & b->live);
    for (u32 i = 0; i < a->call_depth; i++) {
        a->calls[i].mask = (a->calls[i].mask & a->live) | (b->calls[i].mask & b->live);
        a->calls[i].returned = (a->calls[i].returned & a->live) | (b->calls[i].returned & b->live);
    }
    a->mask |= b->mask;
    a->live |= b->live;
    a->sync_mask |= b->sync_mask;
    a->wanted |= b->wanted;
    a->barrier_mask |= b->barrier_mask;
    a->barrier_predicate |= b->barrier_predicate;
}

// Joins all splits of one state that can be joined.
static void join_all(Warp *w, SplitState state) {
    for (u32 i = 0; i < w->split_count; i++) {
        WarpSplit *s = w->splits[i];
        drop_empty(s->stack, &s->stack_depth, s->call_depth, s->live);
    }
    for (u32 i = 0; i < w->split_count; i++)
        for (u32 k = i + 1; k < w->split_count;) {
            WarpSplit *a = w->splits[i], *b = w->splits[k];
            const bool joins = a->state == state && b->state == state && a->sync == b->sync &&
                               a->barrier == b->barrier && can_join(a, b);
            if (!joins) {
                k++;
                continue;
            }
            join(a, b);
            free_split(w, take(w, k));
        }
}

// --- Waiting for lanes of the warp

// The first operation of the same instruction: its guard, or what its sources are made from.
static const Op *start_of(const Function *f, const Op *op) {
    while (op > f->ops && op[-1].instruction == op->instruction) op--;
    return op;
}

static const Op *behind(const Function *f, const Op *op) {
    const u32 instruction = op->instruction;
    while (op < f->ops + f->op_count && op->instruction == instruction) op++;
    return op;
}

bool splits_wait(Warp *w, const Op *op, u32 members, bool passes) {
    const Function *f = w->function;
    const u32 others = w->live & ~w->mask, elsewhere = splits_live(w);
    if (w->missed || !(members & (others | elsewhere))) return false;
    w->sync = op;
    w->sync_mask = w->sync_full_mask = w->mask;
    w->sync_members = members;
    w->sync_wanted = members & (others | elsewhere);
    w->sync_passes = passes;
    // What follows in the block has no effect: no lane is active. Registers that it writes all the same are
    // written again when the split goes on.
    for (const Op *next = op + 1; next < behind(f, op); next++)
        if (next->run == run_guard_end) {
            u32 *kept = lanes_of(w, next->d);
            w->sync_full_mask = *kept;
            *kept = 0;
        }
    w->mask = 0;
    w->turn = 0;
    return true;
}

// Lets the splits go on whose lanes have all come.
static void release_synchronised(Warp *w) {
    const u32 live = splits_live(w);
    for (u32 i = 0; i < w->split_count; i++) {
        const WarpSplit *s = w->splits[i];
        u32 here = 0;
        if (s->state != SPLIT_AT_SYNC) continue;
        for (u32 k = 0; k < w->split_count; k++) {
            const WarpSplit *t = w->splits[k];
            const bool same = t->state == SPLIT_AT_SYNC && t->members == s->members &&
                              t->sync_passes == s->sync_passes && (t->sync == s->sync || s->sync_passes);
            if (same) here |= t->sync_mask;
        }
        if (s->members & live & ~here) continue;
        const u32 members = s->members;
        const bool passes = s->sync_passes;
        const Op *sync = s->sync;
        if (!passes) join_all(w, SPLIT_AT_SYNC);
        for (u32 k = 0; k < w->split_count; k++) {
            WarpSplit *t = w->splits[k];
            if (t->state != SPLIT_AT_SYNC || t->members != members || (t->sync != sync && !passes)) continue;
            t->state = SPLIT_READY;
            t->missed = passes ? 0 : t->wanted & ~t->sync_mask;
            t->resume = passes ? behind(t->function, t->sync) : start_of(t->function, t->sync);
            t->sync = NULL;
        }
        if (passes) warp_next_epoch(w);
        if (passes && w->thread_block->order) order_meet(w, members & here);
        i = (u32)-1; // from the start: there may be more
    }
}

// --- Turns

// The lanes that wait on the stack go on without those that wait for them.
static void split(Warp *w) {
    const u32 busy = w->live & ~w->mask;
    WarpSplit *s = park(w, SPLIT_READY);
    if (!s || !copy_frame(w, s)) return;
    s->live = s->mask;
    w->live = busy;
    w->mask = 0;
    warp_resume(w);
}

void splits_part(Warp *w) {
    const u32 even = w->live & 0x55555555;
    const Function *k = w->worker->launch->kernel;
    if (!k->strong_loads || !k->strong_stores || w->state != WARP_READY || w->split_count || w->sync ||
        w->resume || w->mask != w->live || !even || even == w->live)
        return;
    WarpSplit *s = park(w, SPLIT_READY);
    if (!s || !copy_frame(w, s)) return;
    s->mask = s->live = even;
    w->mask = w->live = w->live & ~even;
}

static bool take_up_first(Warp *w, SplitState state) {
    for (u32 i = 0; i < w->split_count; i++) {
        if (w->splits[i]->state != state) continue;
        unpark(w, i);
        return true;
    }
    return false;
}

// What the turn has left behind becomes a split, unless it has ended.
static void put_aside(Warp *w) {
    if (w->sync) {
        const u32 busy = w->live & ~w->sync_full_mask;
        WarpSplit *s = park(w, SPLIT_AT_SYNC);
        if (!s || !busy || !copy_frame(w, s)) return;
        s->live = s->mask;
        w->live = busy;
        w->mask = 0;
        warp_resume(w); // lanes of the split that are on other paths
    } else if (w->state == WARP_READY && (w->parts || w->idle >= IDLE_LOOKS) && w->mask != w->live) {
        split(w);
    }
    w->parts = false;
    if (w->worker->stop) return;
    if (w->state == WARP_READY)
        park(w, SPLIT_READY);
    else if (w->state == WARP_AT_BARRIER)
        park(w, SPLIT_AT_BARRIER);
}

// No lane can go on: for lanes that wait for others this is reported; else all are at the block's barrier, or have
// ended.
static bool force(Warp *w) {
    for (u32 i = 0; i < w->split_count; i++) {
        WarpSplit *s = w->splits[i];
        if (s->state != SPLIT_AT_SYNC) continue;
        s->missed = s->wanted & ~s->sync_mask;
        s->resume = start_of(s->function, s->sync);
        unpark(w, i);
        return true;
    }
    join_all(w, SPLIT_AT_BARRIER);
    if (!take_up_first(w, SPLIT_AT_BARRIER)) {
        w->mask = w->live = 0;
        w->state = WARP_DONE;
    }
    return false;
}

void splits_take_turns(Warp *w) {
    bool busy = w->state != WARP_READY || w->idle < IDLE_LOOKS;
    put_aside(w);
    for (u32 turns = w->split_count + 1; turns && !w->worker->stop; turns--) {
        release_synchronised(w);
        if (!take_up_first(w, SPLIT_READY) && !force(w)) break;
        if (turns == 1) break; // its turn is the next
        warp_turn(w);
        if (w->worker->stop) return;
        busy |= w->state != WARP_READY || w->idle < IDLE_LOOKS;
        if (w->split_count == 0 && !splits_needed(w)) break;
        put_aside(w);
    }
    if (busy) w->idle = 0;
}

bool splits_release_next(Warp *w) {
    for (u32 i = 0; i < w->split_count; i++) {
        if (w->splits[i]->state != SPLIT_AT_BARRIER) continue;
        if (w->state == WARP_READY && !park(w, SPLIT_READY)) return true;
        unpark(w, i);
        return true;
    }
    if (w->state == WARP_DONE && w->split_count) take_up_first(w, SPLIT_READY);
    return false;
}

// --- What a warp is at

static u64 hash(u64 h, const void *bytes, size_t size) {
    const u8 *at = bytes;
    u64 word = 0;
    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(&word, at, sizeof word);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    word = size;
    memcpy(&word, at, size);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static u64 hash_place(u32 state, u32 mask, u32 live, s32 block, const void *at, const Function *f) {
    const u64 place[] = {state, (u64)mask << 32 | live, (u64)block, (u64)(uintptr_t)at, (u64)(uintptr_t)f};
    return hash(0, place, sizeof place);
}

static u64 hash_split(const WarpSplit *s) {
    u64 h = hash_place(s->state, s->mask, s->live, s->block, s->state == SPLIT_AT_SYNC ? s->sync : s->resume,
                       s->function);
    h = hash(h, frame_of(s), s->frame_bytes);
    h = hash(h, s->stack, s->stack_depth * sizeof *s->stack);
    return hash(h, s->calls, s->call_depth * sizeof *s->calls);
}

static u64 hash_current(const Warp *w) {
    const u8 *frame = first_frame(w);
    u64 h = hash_place(w->state == WARP_AT_BARRIER ? SPLIT_AT_BARRIER : SPLIT_READY, w->mask, w->live,
                       w->block, w->resume, w->function);
    h = hash(h, frame, (size_t)(w->bank[BANK_FRAME] - frame) + w->function->frame_bytes);
    h = hash(h, w->stack, w->stack_depth * sizeof *w->stack);
    return hash(h, w->calls, w->call_depth * sizeof *w->calls);
}

// A warp that waits at the block's barrier as a whole changes only when that opens.
u64 warp_fingerprint(const Warp *w) {
    if (w->state == WARP_DONE || (w->state == WARP_AT_BARRIER && !w->split_count)) return w->state;
    u64 sum = hash_current(w);
    for (u32 i = 0; i < w->split_count; i++) sum += hash_split(w->splits[i]);
    return sum;
}

bool splits_take_waiting(Warp *w) {
    if (w->state == WARP_READY) return true;
    for (u32 i = 0; i < w->split_count; i++)
        if (w->splits[i]->state == SPLIT_READY && (w->state == WARP_DONE || park(w, SPLIT_AT_BARRIER)))
            return take_up_first(w, SPLIT_READY);
    return false;
}
