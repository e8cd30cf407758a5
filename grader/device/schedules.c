// The recorded work in other orders: warps and blocks reversed, then shuffled. A right kernel leaves the same bytes.
//
// A race that nothing but the order of execution hides (volatile accesses in place of a barrier, for instance) shows
// so. Kernels with volatile or relaxed loads and stores run once more, with all others between a load and what follows it:
// updates by such accesses are lost then. Between a ticket that an atomic operation gives out and what is done with it the others
// come, too. And where lanes of a warp hand values on by volatile accesses, or ask with __activemask() who is here, they
// part at branches and do not meet again before they must: CUDA promises no more. Atomic sums of floats may differ by their rounding.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/serve_grader.h"

// More than that takes too long to be done three times.
enum { MOST_INSTRUCTIONS = 8 << 20, MOST_BYTES = 64 << 20 };
// Thread-instructions, and eight times those of the first run, after which nothing more will come of the waiting.
enum { INTERLEAVED_BUDGET = 16 << 20 };
typedef struct {
    WarpsimSchedule schedule;
    bool lanes_apart;
} Order;

// A snapshot takes no more, and there are two.
static const uint64_t SNAPSHOT_BYTES = 1 << 30;

static bool is_kept(const WarpsimAllocation *a) {
    return a->live && !a->constant && !a->shared;
}

static uint64_t bytes_in_use(const Warpsim *s) {
    const WarpsimAllocation *a;
    uint64_t sum = 0;
    for (int i = 0; (a = warpsim_allocation_at(s, i)); i++)
        if (is_kept(a)) sum += a->size;
    return sum;
}

bool too_much_for_schedules(const Device *d, uint64_t spent) {
    return spent > MOST_INSTRUCTIONS || bytes_in_use(d->sim) > MOST_BYTES;
}

void snapshot_take(const Device *d, Snapshot *shot) {
    const WarpsimAllocation *a;
    const uint64_t size = bytes_in_use(d->sim);
    *shot = (Snapshot){.bytes = size <= SNAPSHOT_BYTES ? malloc(size + 1) : NULL};
    uint64_t at = 0;
    for (int i = 0; shot->bytes && (a = warpsim_allocation_at(d->sim, i)); i++) {
        if (!is_kept(a)) continue;
        SnapshotPart *grown = realloc(shot->part, (size_t)(shot->count + 1) * sizeof *grown);
        if (!grown) break;
        shot->part = grown;
        shot->part[shot->count++] = (SnapshotPart){a->base, a->size, at};
        memcpy(shot->bytes + at, warpsim_bytes(d->sim, a->base), a->size);
        at += a->size;
    }
}

static void restore(const Device *d, const Snapshot *shot) {
    for (int i = 0; i < shot->count; i++)
        if (warpsim_contains(d->sim, shot->part[i].base, shot->part[i].size))
            memcpy(warpsim_bytes(d->sim, shot->part[i].base), shot->bytes + shot->part[i].at,
                   shot->part[i].size);
}

void snapshot_free(Snapshot *shot) {
    free(shot->part);
    free(shot->bytes);
}

static float float_at(const uint8_t *bytes) {
    float value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static bool differ(const WarpsimAllocation *a, const uint8_t *x, const uint8_t *y, bool rounded) {
    const size_t size = a->element ? a->element : 1;
    if (memcmp(x, y, size) == 0) return false;
    if (!rounded || size != sizeof(float)) return true;
    const float p = float_at(x), q = float_at(y);
    return !(fabsf(p - q) <= 1e-4f * (1 + fabsf(p)));
}

// The first element of the grader's buffers that is not as before; NULL: none.
static const WarpsimAllocation *find_difference(const Device *d, const Snapshot *before, uint64_t *offset) {
    const bool rounded = warpsim_sums_floats(d->sim);
    for (int i = 0; i < before->count; i++) {
        const SnapshotPart *part = &before->part[i];
        const WarpsimAllocation *a = warpsim_find(d->sim, part->base);
        if (!a || !a->graders || a->size != part->size) continue;
        const uint64_t step = a->element ? a->element : 1;
        const uint8_t *now = warpsim_bytes(d->sim, part->base);
        for (*offset = 0; *offset + step <= part->size; *offset += step)
            if (differ(a, before->bytes + part->at + *offset, now + *offset, rounded)) return a;
    }
    return NULL;
}

static void describe_value(const WarpsimAllocation *a, const uint8_t *bytes, char *text, size_t size) {
    if (a->element == sizeof(float))
        snprintf(text, size, "%g", (double)float_at(bytes));
    else
        snprintf(text, size, "another value");
}

static void note_parted(HostFinding *f, const char *name, unsigned long long index, const char *one,
                        const char *other) {
    snprintf(
        f->message, sizeof f->message,
        "The result depends on lanes of a warp being together: `%.40s[%llu]` is %s when all meet again behind each "
        "branch, and %s when some are ahead. CUDA promises only that they wait for each other in __syncwarp(), "
        "__syncthreads() and operations like __shfl_sync(), with the lanes of the mask.",
        name, index, one, other);
    snprintf(
        f->next, sizeof f->next,
        "Put a __syncwarp() between what some lanes write and others read. Name the lanes of a shuffle or vote by a "
        "mask that is known, such as 0xffffffff where all are there: __activemask() tells who happens to be.");
}

static void note_difference(Device *d, const WarpsimAllocation *a, uint64_t offset, const uint8_t *first,
                            const Order *order) {
    static const uint64_t nowhere[CALLERS];
    const Recording *r = &d->recording;
    const uint64_t *caller = nowhere;
    for (int i = 0; i < r->count; i++)
        if (r->list[i].kind == RECORD_LAUNCH) caller = r->list[i].launch.caller;
    char one[40], other[40];
    describe_value(a, first, one, sizeof one);
    describe_value(a, warpsim_bytes(d->sim, a->base + offset), other, sizeof other);
    HostFinding *f = note_host(d, "race", caller);
    if (!f) return;
    const unsigned long long index = offset / (a->element ? a->element : 1);
    if (order->lanes_apart) {
        note_parted(f, a->parameter, index, one, other);
        return;
    }
    snprintf(
        f->message, sizeof f->message,
        "The result depends on the order in which warps and blocks run: `%s[%llu]` is %s when they run one after "
        "the other, and %s in %s order.",
        a->parameter, index, one, other, order->schedule == WARPSIM_REVERSED ? "reversed" : "another");
    snprintf(
        f->next, sizeof f->next,
        "Put a __syncthreads() between what some threads of a block write and others read. Volatile and atomic "
        "accesses alone order nothing; blocks are ordered by the end of a launch.");
}

// Does it once more. True: the result is another.
static bool try_order(Device *d, const Order *order, const Snapshot *start, const Snapshot *result) {
    uint64_t offset;
    restore(d, start);
    warpsim_set_schedule(d->sim, order->schedule);
    warpsim_part_lanes(d->sim, order->lanes_apart);
    const bool interleaved = order->schedule == WARPSIM_INTERLEAVED;
    const uint64_t some = 8 * d->call_spent + INTERLEAVED_BUDGET;
    d->budget = interleaved && some < d->call_budget ? some : d->call_budget;
    repeat_all(d);
    warpsim_set_schedule(d->sim, WARPSIM_IN_ORDER);
    const bool failed = d->sticky != 0; // a finding says so, if it is one of the other orders, too
    d->sticky = 0;
    if (failed && interleaved && !order->lanes_apart &&
        warpsim_lost_updates(d->sim)) { // it waits for ever for what was lost
        warpsim_doubt_strong_accesses(d->sim);
        return true;
    }
    if (failed) return false;
    const WarpsimAllocation *a = find_difference(d, result, &offset);
    if (!a) return false;
    warpsim_doubt_strong_accesses(d->sim);
    if (warpsim_finding(d->sim, 0)) return true; // which has a line
    for (int i = 0; i < result->count; i++)
        if (result->part[i].base == a->base)
            note_difference(d, a, offset, result->bytes + result->part[i].at + offset, order);
    return true;
}

void compare_schedules(Device *d, const Snapshot *start) {
    static const Order orders[] = {{WARPSIM_REVERSED, false},
                                   {WARPSIM_SHUFFLED, false},
                                   {WARPSIM_INTERLEAVED, false},
                                   {WARPSIM_INTERLEAVED, true}};
    if (d->on_gpu || d->sticky || !start->bytes || !d->recording.launches) return;
    Snapshot result;
    bool other = false;
    snapshot_take(d, &result);
    for (size_t i = 0; result.bytes && i < sizeof orders / sizeof *orders && !other; i++) {
        const Order *order = &orders[i];
        if (order->schedule == WARPSIM_INTERLEAVED && !warpsim_order_matters(d->sim, order->lanes_apart))
            continue;
        other = try_order(d, order, start, &result);
    }
    restore(d, &result);
    snapshot_free(&result);
}
