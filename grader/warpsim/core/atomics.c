// Atomic operations on global and shared memory. Lanes of a warp take their turn from lane 0 upwards.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/sectors.h"
#include "grader/warpsim/core/single.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/core/trace.h"

// Sums of f32 in global memory flush subnormals, those in shared memory do not (PTX ISA, "atom").
enum { ATOMIC_ADD_FLUSHED = ATOMIC_CAS + 1 };

static u64 float_add(u64 old, u64 v, u8 type, bool flushed) {
    if (type == PTX_F64) {
        double a, b;
        memcpy(&a, &old, 8);
        memcpy(&b, &v, 8);
        a += b;
        memcpy(&old, &a, 8);
        return old;
    }
    if (type == PTX_F32) {
        float a, b;
        memcpy(&a, &old, 4);
        memcpy(&b, &v, 4);
        a = flushed ? flush_subnormal(flush_subnormal(a) + flush_subnormal(b)) : a + b;
        u32 bits;
        memcpy(&bits, &a, 4);
        return bits;
    }
    const bool bf = type == PTX_BF16 || type == PTX_BF16X2;
    u64 r = 0;
    for (int half = 0; half < (type == PTX_F16X2 || type == PTX_BF16X2 ? 2 : 1); half++) {
        const u16 x = (u16)(old >> (16 * half)), y = (u16)(v >> (16 * half));
        const u16 sum = bf ? bfloat_from_f64(bfloat_to_f64(x) + bfloat_to_f64(y), ROUND_NEAREST)
                           : half_from_f64(half_to_f64(x) + half_to_f64(y), ROUND_NEAREST);
        r |= (u64)sum << (16 * half);
    }
    return r;
}

static bool is_half(u8 type) {
    return type == PTX_F16 || type == PTX_F16X2 || type == PTX_BF16 || type == PTX_BF16X2;
}

// One half of a word. NaN counts for nothing.
static u16 half_extreme(u16 old, u16 v, bool is_bfloat, bool want_max) {
    const double a = is_bfloat ? bfloat_to_f64(old) : half_to_f64(old);
    const double b = is_bfloat ? bfloat_to_f64(v) : half_to_f64(v);
    if (b != b) return a != a ? 0x7fff : old;
    if (a != a) return v;
    const bool less = b < a || (b == a && v >> 15);
    return less != want_max ? v : old;
}

static u64 float_extreme(u64 old, u64 v, u8 type, bool want_max) {
    if (is_half(type)) {
        const bool bf = type == PTX_BF16 || type == PTX_BF16X2;
        return half_extreme((u16)old, (u16)v, bf, want_max) |
               (u64)half_extreme((u16)(old >> 16), (u16)(v >> 16), bf, want_max) << 16;
    }
    double a, b;
    if (type == PTX_F64) {
        memcpy(&a, &old, 8);
        memcpy(&b, &v, 8);
    } else {
        float x, y;
        memcpy(&x, &old, 4);
        memcpy(&y, &v, 4);
        a = x, b = y;
    }
    if (b != b) return old;
    if (a != a) return v;
    return (want_max ? b > a : b < a) ? v : old;
}

// What memory holds afterwards.
static u64 combine(u8 kind, u8 type, u64 old, u64 b, u64 c) {
    const bool is_float = is_half(type) || type == PTX_F32 || type == PTX_F64;
    const bool is_signed = type == PTX_S32 || type == PTX_S64;
    const s64 so = type == PTX_S32 ? (s32)old : (s64)old, sb = type == PTX_S32 ? (s32)b : (s64)b;
    switch (kind) {
    case ATOMIC_ADD: return is_float ? float_add(old, b, type, false) : old + b;
    case ATOMIC_ADD_FLUSHED: return float_add(old, b, type, true);
    case ATOMIC_MIN:
        if (is_float) return float_extreme(old, b, type, false);
        return is_signed ? (sb < so ? b : old) : b < old ? b : old;
    case ATOMIC_MAX:
        if (is_float) return float_extreme(old, b, type, true);
        return is_signed ? (sb > so ? b : old) : b > old ? b : old;
    case ATOMIC_INC: return old >= b ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > b ? b : old - 1;
    case ATOMIC_AND: return old & b;
    case ATOMIC_OR: return old | b;
    case ATOMIC_XOR: return old ^ b;
    case ATOMIC_EXCH: return b;
    default: return old == b ? c : old;
    }
}

// Several workers may be at the same place at once, so the change is made with the CPU's own
// compare-and-swap.
u64 atomic_apply(u8 *place, const Op *op, u8 kind, u64 b, u64 c) {
    const u8 type = op->count;
    if (kind == ATOMIC_ADD && (type == PTX_U32 || type == PTX_S32)) // the commonest, and the CPU has it
        return __atomic_fetch_add((u32 *)place, (u32)b, __ATOMIC_SEQ_CST);
    if (op->width == 8) {
        u64 *p = (u64 *)place, old = __atomic_load_n(p, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(p, &old, combine(kind, type, old, b, c), false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED)) {
        }
        return old;
    }
    if (op->width == 2) {
        u16 *p = (u16 *)place, old = __atomic_load_n(p, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(p, &old, (u16)combine(kind, type, old, b, c), false,
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        }
        return old;
    }
    u32 *p = (u32 *)place, old = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(p, &old, (u32)combine(kind, type, old, b, c), false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED)) {
    }
    return old;
}

static u64 operand(const Warp *w, const Op *op, Operand o, u32 lane) {
    return op->width == 8 ? ((const u64 *)lanes_of(w, o))[lane] : ((const u32 *)lanes_of(w, o))[lane];
}

static void count_atomic(Warp *w, const Op *op, const u64 *address, u32 in_global) {
    SiteState *site = &w->worker->sites[op->site];
    site->requests++;
    site->bytes += (u32)__builtin_popcount(w->mask) * op->width;
    site->shared_requests += !in_global;
    site->shared_bytes += (u32)__builtin_popcount(w->mask & ~in_global) * op->width;
    add_lane_sectors(site, address, in_global, op->width, SECTOR_SHIFT);
    count_storing(w, in_global);
}

// One that leaves its place as it is, atomicOr(p, 0), only reads.
static void look_for_input(Warp *w, const Op *op, const Run *run) {
    const Allocation *a = arena_find(w->worker->launch->arena, run->address);
    if (a && a->input) note_input_written(w, op, run, a);
}

void run_atomic(Warp *w, const Op *op) {
    const u32 mask = w->mask;
    if (!mask) return;
    const u64 *base = lanes_of(w, op->a);
    u64 address[LANES], result[LANES];
    Op one = *op; // the checks see a plain access of one element
    one.count = 1;
    one.flags |= ACCESS_ATOMIC | ACCESS_UPDATE;
    u32 in_global = 0; // lanes
    const bool shared = op->more[3] == SPACE_SHARED;
    bool changed = false;
    EACH_LANE_OF(mask, i) {
        address[i] = base[i] + (u64)op->imm;
    }
    const Launch *launch = w->worker->launch;
    const bool judged = shared && op->width == 4 && launch->race_grain == 4 && !w->thread_block->order &&
                        !launch->samples_only && !w->thread_block->shared_histories && !w->worker->stop &&
                        judge_shared_atomics(w, &one, address, mask);
    EACH_LANE_OF(mask, i) {
        if (w->worker->stop) return;
        bool in_shared = shared;
        if (op->more[3] == SPACE_GENERIC && address[i] >> 40 == SHARED_WINDOW >> 40) {
            in_shared = true;
            address[i] &= WINDOW_SIZE - 1;
        }
        const Run run = {.first = i, .again = i, .count = 1, .address = address[i], .bytes = op->width};
        // A compare-and-swap, like any atomic, reads what is there before it writes.
        u8 *place = judged      ? w->thread_block->shared + address[i]
                    : in_shared ? check_shared_run(w, &one, &run, op->width, false)
                                : check_global_run(w, &one, &run, op->width, false);
        if (place && !judged)
            place = in_shared ? check_shared_run(w, &one, &run, op->width, true)
                              : check_global_run(w, &one, &run, op->width, true);
        if (!place) return;
        in_global |= (u32)!in_shared << i;
        const u64 c = op->kind == ATOMIC_CAS ? operand(w, op, op->c, i) : 0;
        const bool flushed = op->kind == ATOMIC_ADD && op->count == PTX_F32 && !in_shared;
        const u64 b = operand(w, op, op->b, i);
        result[i] = atomic_apply(place, op, flushed ? ATOMIC_ADD_FLUSHED : op->kind, b, c);
        if (w->thread_block->order && (op->kind != ATOMIC_CAS || result[i] == b))
            order_say(w, &one, &run, op->width, in_shared);
        const bool changes = combine(op->kind, op->count, result[i], b, c) != result[i];
        changed |= changes;
        if (changes && !in_shared) look_for_input(w, &one, &run);
    }
    if (w->block_trace) {
        trace_access(w, op, SPACE_GLOBAL, address, in_global, op->width, true);
        trace_access(w, op, SPACE_SHARED, address, w->mask & ~in_global, op->width, true);
    }
    const bool looks = op->flags & ATOMIC_LOOKS,
               waits = looks && look_goes_on(w, op->site, address) && !changed;
    if (!waits) count_atomic(w, op, address, in_global);
    if (changed)
        w->idle = 0, w->look.site = 0, w->worker->atomic_changes++;
    else if (looks)
        note_look(w, waits);
    if (!(op->flags & ATOMIC_RESULT)) return; // red: the old value is not wanted
    if ((launch->schedule == WARPSIM_INTERLEAVED || launch->shares_work) && changed &&
        in_global) // others come between this and what is made of it
        w->turn = 0, w->worker->gave_way = true;
    EACH_LANE_OF(mask, i) {
        if (op->width == 8)
            ((u64 *)lanes_of(w, op->d))[i] = result[i];
        else
            ((u32 *)lanes_of(w, op->d))[i] = (u32)result[i];
    }
}
