// Operations across the lanes of a warp: shuffle, vote, match, reduce, warp barriers; and fences and clocks.
//
// Only __syncwarp() promises to order memory among its lanes. The other .sync forms wait for their lanes too
// and count as warp barriers for the race check all the same: what it reports must be certain.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/core/warp_splits.h"

// Lanes of the warp may reach the operation one after the other: those that are here wait.
static bool waits_for_members(Warp *w, const Op *op, bool passes) {
    const u32 *members = lanes_of(w, op->more[1]);
    if (w->mask == ALL_LANES) return false;
    EACH_LANE_OF(w->mask, i) {
        if (members[i] & ~w->mask) return splits_wait(w, op, members[i], passes);
    }
    return false;
}

// Lanes with the same mask have come together.
static void meet(Warp *w, const Op *op) {
    const u32 *members = lanes_of(w, op->more[1]);
    warp_next_epoch(w);
    if (!w->thread_block->order) return;
    for (u32 left = w->mask; left;) {
        const u32 first = (u32)__builtin_ctz(left);
        u32 group = 0;
        EACH_LANE_OF(left, i) {
            group |= (u32)(members[i] == members[first]) << i;
        }
        order_meet(w, group);
        left &= ~group;
    }
}

// Lanes of the mask that have left the kernel, which CUDA allows.
static void note_lanes_left(Warp *w, const Op *op, u32 mask) {
    const u32 gone = mask & w->lanes & ~warp_live_lanes(w);
    Finding *f = gone ? note_departure(w, op->instruction, (u32)__builtin_ctz(w->mask)) : NULL;
    if (!f) return;
    f->has_other = f->other_has_thread = true;
    f->other_function = w->function;
    f->other_instruction = w->last_exit;
    f->other_block = w->thread_block->linear;
    f->other_thread = w->index * LANES + (u32)__builtin_ctz(gone);
    f->facts = FOUND_LANES;
    snprintf(f->other_what, sizeof f->other_what, "had left the kernel");
    snprintf(
        f->message, sizeof f->message,
        "The mask 0x%08x of this warp-level operation includes lanes (mask 0x%08x) that have left the kernel.",
        mask, gone);
    snprintf(
        f->next, sizeof f->next,
        "CUDA waits for those lanes of a mask only that have not left. But a shuffle that reads from a lane that has left "
        "gets no value that CUDA promises: see that nobody uses it, or let all lanes stay.");
}

static void note_missed(Finding *f, const Warp *w, u32 mask, u32 missed) {
    f->facts = FOUND_LANES;
    note_absent(f, w, missed);
    snprintf(f->message, sizeof f->message,
             "The mask 0x%08x of this warp-level operation includes lanes (mask 0x%08x) that do not "
             "execute it.",
             mask, missed);
}

// A lane that is named in the member mask but does not execute the instruction with the others is an error
// that hardware punishes with a hang or a wrong value. Lanes that have left the kernel meanwhile are not
// waited for (PTX ISA: all non-exited threads of the mask): that harms only those who read from them.
static bool check_members(Warp *w, const Op *op, bool reads_lanes) {
    const u32 *members = lanes_of(w, op->more[1]);
    if (waits_for_members(w, op, false)) return false;
    const u32 missed = w->missed & (reads_lanes ? ALL_LANES : warp_live_lanes(w));
    w->missed = 0;
    meet(w, op);
    if (w->mask) note_lanes_left(w, op, members[__builtin_ctz(w->mask)]);
    EACH_LANE_OF(w->mask, i) {
        if (!missed && members[i] >> i & 1) continue;
        Finding *f = note_lane(w, op, CHECK_BARRIER, i);
        if (!f) return true;
        if (!(members[i] >> i & 1))
            snprintf(f->message, sizeof f->message,
                     "Lane %u executes a warp-level operation whose mask 0x%08x does not include that lane.",
                     i, members[i]);
        else
            note_missed(f, w, members[i], missed);
        snprintf(f->next, sizeof f->next,
                 "Call it where every lane of the mask executes it, or pass a mask that includes only the "
                 "lanes that execute it.");
        return true;
    }
    return true;
}

// The lanes that take part with this one. Lanes that run the instruction together may have masks of their
// own: groups of cooperative groups that lie in one warp do.
static u32 group_of(const Warp *w, const Op *op, u32 lane) {
    return ((const u32 *)lanes_of(w, op->more[1]))[lane] & w->mask;
}

// A lane that has left the kernel has no value to give: CUDA promises none, and an H200 gives 0 (tests/warpsim/test_warp.c). The same
// of one that does not execute the shuffle, or that the mask does not name (PTX ISA, "shfl.sync": the result is undefined).
void run_shuffle(Warp *w, const Op *op) {
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b), *c = lanes_of(w, op->c);
    if (!check_members(w, op, true)) return;
    u32 result[LANES], inside = 0;
    EACH_LANE_OF(w->mask, lane) {
        const u32 clamp = c[lane] & 31, segment = c[lane] >> 8 & 31;
        const u32 low = lane & segment, high = (lane & segment) | (clamp & ~segment);
        u32 from;
        bool ok;
        switch (op->kind) {
        case SHUFFLE_UP: from = lane - (b[lane] & 31), ok = (s32)from >= (s32)high; break;
        case SHUFFLE_DOWN: from = lane + (b[lane] & 31), ok = from <= high; break;
        case SHUFFLE_BUTTERFLY: from = lane ^ (b[lane] & 31), ok = from <= high; break;
        default: from = low | (b[lane] & 31 & ~segment), ok = from <= high; break;
        }
        if (!ok) from = lane;
        result[lane] = group_of(w, op, lane) >> (from & 31) & 1 ? a[from & 31] : 0;
        inside |= (u32)ok << lane;
    }
    u32 *d = lanes_of(w, op->d);
    EACH_LANE_OF(w->mask, i) {
        d[i] = result[i];
    }
    if (op->flags & 1) set_predicate(w, op->more[0], inside);
}

void run_vote(Warp *w, const Op *op) {
    if (!check_members(w, op, false)) return;
    const u32 p = (predicate(w, op->a) ^ (op->flags & 1 ? ALL_LANES : 0)) & w->mask;
    if (op->kind == VOTE_BALLOT) {
        u32 *d = lanes_of(w, op->d);
        EACH_LANE_OF(w->mask, i) {
            d[i] = p & group_of(w, op, i);
        }
        return;
    }
    u32 result = 0;
    EACH_LANE_OF(w->mask, i) {
        const u32 group = group_of(w, op, i);
        const bool all = (p & group) == group, any = (p & group) != 0;
        const bool r = op->kind == VOTE_ALL ? all : op->kind == VOTE_ANY ? any : all || !any;
        result |= (u32)r << i;
    }
    set_predicate(w, op->d, result);
}

static u64 key(const Warp *w, const Op *op, u32 lane) {
    return op->width == 8 ? ((const u64 *)lanes_of(w, op->a))[lane] : ((const u32 *)lanes_of(w, op->a))[lane];
}

void run_match(Warp *w, const Op *op) {
    if (!check_members(w, op, false)) return;
    u32 result[LANES], all = 0;
    EACH_LANE_OF(w->mask, i) {
        result[i] = 0;
        EACH_LANE_OF(group_of(w, op, i), k) {
            if (key(w, op, k) == key(w, op, i)) result[i] |= 1u << k;
        }
        if (result[i] == group_of(w, op, i)) all |= 1u << i;
    }
    u32 *d = lanes_of(w, op->d);
    EACH_LANE_OF(w->mask, i) {
        d[i] = op->kind == 0 || all >> i & 1 ? result[i] : 0;
    }
    if (op->flags & 1) set_predicate(w, op->more[0], all);
}

static float as_single(u32 bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

// Minimum and maximum of floats: NaN counts for nothing, unless it is asked for; -0 is less than +0.
static u32 reduce_floats(const Op *op, u32 a, u32 b) {
    const u32 canonical = 0x7fffffff;
    const float x = as_single(a), y = as_single(b);
    if (x != x || y != y) return op->flags & REDUX_NAN || (x != x && y != y) ? canonical : x != x ? b : a;
    const bool less = y < x || (y == x && b >> 31);
    return less == (op->kind == REDUX_MIN) ? b : a;
}

static u32 reduce_two(const Op *op, u32 a, u32 b) {
    if (op->flags & REDUX_FLOAT) return reduce_floats(op, a, b);
    const bool less = op->flags & 1 ? (s32)b < (s32)a : b < a;
    switch (op->kind) {
    case REDUX_ADD: return a + b;
    case REDUX_MIN: return less ? b : a;
    case REDUX_MAX: return less ? a : b;
    case REDUX_AND: return a & b;
    case REDUX_OR: return a | b;
    default: return a ^ b;
    }
}

void run_reduce(Warp *w, const Op *op) {
    if (!check_members(w, op, false)) return;
    const u32 *a = lanes_of(w, op->a);
    u32 result[LANES], group = 0, r = 0;
    EACH_LANE_OF(w->mask, i) {
        if (group_of(w, op, i) != group) { // else it is the one of the lane before
            group = group_of(w, op, i);
            const u32 kept = op->flags & REDUX_ABS ? 0x7fffffff : ~0u;
            r = a[i] & kept;
            if (op->flags & REDUX_FLOAT) r = reduce_floats(op, r, r); // NaN becomes the one NaN
            EACH_LANE_OF(group & ~(1u << i), k) {
                r = reduce_two(op, r, a[k] & kept);
            }
        }
        result[i] = r;
    }
    u32 *d = lanes_of(w, op->d);
    EACH_LANE_OF(w->mask, i) {
        d[i] = result[i];
    }
}

void run_elect(Warp *w, const Op *op) {
    if (!check_members(w, op, false)) return;
    u32 *d = lanes_of(w, op->d), elected = 0;
    EACH_LANE_OF(w->mask, i) {
        const u32 group = group_of(w, op, i);
        d[i] = group ? (u32)__builtin_ctz(group) : i;
        elected |= 1u << d[i];
    }
    set_predicate(w, op->more[0], elected);
}

// __syncwarp() may be reached by the lanes of a warp at different places of the program.
void run_warp_barrier(Warp *w, const Op *op) {
    const u32 *members = lanes_of(w, op->more[1]);
    if (waits_for_members(w, op, true)) return;
    meet(w, op);
    EACH_LANE_OF(w->mask, i) {
        const u32 missing = members[i] & w->missed;
        if (!missing) continue;
        Finding *f = note_lane(w, op, CHECK_BARRIER, i);
        if (f) {
            f->fatal = true;
            note_absent(f, w, missing);
            snprintf(f->message, sizeof f->message,
                     "This __syncwarp() never completes: its mask includes lanes (mask 0x%08x) that never "
                     "reach a __syncwarp().",
                     missing);
            snprintf(f->next, sizeof f->next,
                     "Call it where every lane of the mask reaches it, or remove the missing lanes from the "
                     "mask.");
        }
        stop_block(w);
        return;
    }
}

// Memory is sequentially consistent here; a fence only matters to the race check. Between blocks:
// Function.fences. Inside a block: a fence, then an atomic operation or a volatile store, is how a thread
// says that its data is ready or its lock free. What the block did up to there is taken as ordered before
// what follows, without asking who has seen that store.
void run_fence(Warp *w, const Op *op) {
    if (!w->mask) return;
    if (w->thread_block->order)
        order_fence(w, op->kind == SCOPE_BLOCK ||
                           (op->kind == SCOPE_CLUSTER && w->worker->launch->cluster_size == 1));
    else
        w->fenced = true;
}

void run_publish(Warp *w, const Op *op) {
    (void)op;
    if (!w->fenced || !w->mask || w->thread_block->order) return;
    w->fenced = false;
    thread_block_next_phase(w->worker, w->thread_block);
}

void run_clock(Warp *w, const Op *op) {
    // One instruction a cycle: monotonous and the same in every run, which is what a test needs of a clock.
    const u64 cycles = w->instructions;
    const u64 time = w->worker->launch->clock_base + cycles + w->slept;
    u64 v;
    switch (op->kind) {
    case 2: v = time; break;
    case 3: v = cycles >> 32; break;
    case 4: v = (u32)time; break;
    default: v = cycles; break;
    }
    EACH_LANE_OF(w->mask, i) {
        if (op->width == 8)
            ((u64 *)lanes_of(w, op->d))[i] = v;
        else
            ((u32 *)lanes_of(w, op->d))[i] = (u32)v;
    }
}
