// Who was to write an element that was never written.
//
// Threads that did write tell how elements belong to threads: along each axis of the grid of elements the place
// of a thread's first element is a sum of multiples of its indices in block and grid. Followed on, that names the
// thread that the element belongs to; or it shows that the launch has no such thread.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

enum { INDICES = 6 }; // threadIdx x, y, z, then blockIdx

typedef struct {
    u32 thread;
    u64 first, last; // of the elements that it wrote
} Writer;

struct Writers {
    Writer *list; // by thread, ascending
    u32 count;
    u32 extent[3];
    const WatchedLaunch *launch;
    s64 step[3][INDICES], base[3]; // place along an axis = base + sum of step * index
    bool known[3][INDICES];        // seen, not assumed
    bool fits[3];                  // all writers lie where the steps say
    bool marches[3];               // a thread writes several elements along this axis
    u32 low[3], high[3];           // of the thread indices of all writers
};

static int by_thread(const void *a, const void *b) {
    const Writer *x = a, *y = b;
    return x->thread != y->thread ? (x->thread < y->thread ? -1 : 1)
           : x->first < y->first  ? -1
                                  : x->first > y->first;
}

static s64 place_along(const Writers *w, u64 element, int axis) {
    for (int i = 0; i < axis; i++) element /= w->extent[i];
    return (s64)(axis < 2 ? element % w->extent[axis] : element);
}

static void indices_of(const Witness *t, u32 thread, s64 index[INDICES]) {
    WitnessThread who = {0};
    witness_thread(t, thread, &who);
    for (int i = 0; i < 3; i++) index[i] = who.thread[i], index[3 + i] = who.block[i];
}

static bool gather(const Witness *t, Writers *w, u64 base, u64 elements, u32 width) {
    w->list = malloc((elements + 1) * sizeof *w->list);
    if (!w->list) return false;
    for (u64 e = 0; e < elements; e++) {
        const u32 number = shadow_find(&t->global, base + width * e);
        const Node *n = graph_at(&t->graph, number);
        if (number && (n->kind == NODE_STORE || n->kind == NODE_ATOMIC))
            w->list[w->count++] = (Writer){n->thread, e, e};
    }
    qsort(w->list, w->count, sizeof *w->list, by_thread);
    u32 kept = 0;
    for (u32 i = 0; i < w->count; i++) {
        if (kept && w->list[kept - 1].thread == w->list[i].thread) {
            Writer *own = &w->list[kept - 1];
            for (int axis = 0; axis < 3; axis++)
                w->marches[axis] |=
                    place_along(w, own->first, axis) != place_along(w, w->list[i].first, axis);
            own->last = w->list[i].first;
        } else {
            w->list[kept++] = w->list[i];
        }
    }
    w->count = kept;
    return true;
}

static const Writer *writer(const Writers *w, u32 thread) {
    const Writer key = {.thread = thread};
    u32 low = 0, high = w->count;
    while (low < high) {
        const u32 mid = (low + high) / 2;
        if (w->list[mid].thread < key.thread)
            low = mid + 1;
        else
            high = mid;
    }
    return low < w->count && w->list[low].thread == thread ? &w->list[low] : NULL;
}

u32 thread_beside(const Witness *t, u32 thread, int index, bool *exists) {
    WitnessThread who = {0};
    *exists = witness_thread(t, thread, &who);
    if (!*exists) return 0;
    const WatchedLaunch *l = who.launch;
    u32 *own = index < 3 ? &who.thread[index] : &who.block[index - 3];
    const u32 extent = index < 3 ? l->block[index] : l->grid[index - 3];
    *exists = ++*own < extent;
    const u32 each = l->block[0] * l->block[1] * l->block[2];
    return l->first_thread + ((who.block[2] * l->grid[1] + who.block[1]) * l->grid[0] + who.block[0]) * each +
           (who.thread[2] * l->block[1] + who.thread[1]) * l->block[0] + who.thread[0];
}

// The difference that one more of an index makes, as most pairs of writers have it.
static void find_step(const Witness *t, Writers *w, int axis, int index) {
    enum { LOOKED_AT = 400 };
    s64 best = 0, seen[8] = {0};
    u32 votes[8] = {0}, most = 0, pairs = 0;
    for (u32 i = 0; i < w->count && pairs < LOOKED_AT; i++) {
        bool exists;
        const u32 other = thread_beside(t, w->list[i].thread, index, &exists);
        const Writer *y = exists ? writer(w, other) : NULL;
        if (!y) continue;
        pairs++;
        const s64 step = place_along(w, y->first, axis) - place_along(w, w->list[i].first, axis);
        u32 k = 0;
        while (k < 7 && votes[k] && seen[k] != step) k++;
        seen[k] = step;
        if (++votes[k] > most) most = votes[k], best = step;
    }
    w->step[axis][index] = best;
    w->known[axis][index] = pairs > 0;
}

static s64 expected_place(const Writers *w, int axis, const s64 index[INDICES]) {
    s64 place = w->base[axis];
    for (int i = 0; i < INDICES; i++) place += w->step[axis][i] * index[i];
    return place;
}

// An index of which no writer has a neighbour that writes too: at the end of a grid a block may have a single row of
// writers. Two writers that differ in it tell the step all the same, once the steps of the others are known.
static void find_far_step(const Witness *t, Writers *w, int axis, int index) {
    s64 one[INDICES], other[INDICES];
    indices_of(t, w->list[0].thread, one);
    for (u32 k = 1; k < w->count; k++) {
        indices_of(t, w->list[k].thread, other);
        s64 rest = place_along(w, w->list[k].first, axis) - place_along(w, w->list[0].first, axis);
        bool known = other[index] != one[index];
        for (int i = 0; i < INDICES && known; i++) {
            rest -= i == index ? 0 : w->step[axis][i] * (other[i] - one[i]);
            known = i == index || w->known[axis][i] || other[i] == one[i];
        }
        if (!known || rest % (other[index] - one[index])) continue;
        w->step[axis][index] = rest / (other[index] - one[index]);
        w->known[axis][index] = true;
        return;
    }
}

static s64 index_extent(const WatchedLaunch *l, int index) {
    return index < 3 ? l->block[index] : l->grid[index - 3];
}

// The longest march of a thread along the axis, as the distance from one thread or block to the next: those behind the first ones
// have written nothing, and those that march share out an axis so.
static void assume_step(const Witness *t, Writers *w, int axis, int index) {
    s64 first[INDICES], own[INDICES];
    WitnessThread who;
    if (w->known[axis][index] || !w->marches[axis] || !witness_thread(t, w->list[0].thread, &who) ||
        index_extent(who.launch, index) < 2)
        return;
    indices_of(t, w->list[0].thread, first);
    s64 longest = 0;
    for (u32 k = 0; k < w->count; k++) {
        indices_of(t, w->list[k].thread, own);
        if (own[index] != first[index]) return;
        const s64 length = place_along(w, w->list[k].last, axis) - place_along(w, w->list[k].first, axis) + 1;
        if (length > longest) longest = length;
    }
    const s64 block = index >= 3 ? w->step[axis][axis] * who.launch->block[axis] : 0;
    w->step[axis][index] = block > longest ? block : longest;
}

static void find_ranges(const Witness *t, Writers *w) {
    for (int i = 0; i < 3; i++) w->low[i] = UINT32_MAX;
    for (u32 k = 0; k < w->count; k++) {
        WitnessThread who;
        if (!witness_thread(t, w->list[k].thread, &who)) continue;
        for (int i = 0; i < 3; i++) {
            if (who.thread[i] < w->low[i]) w->low[i] = who.thread[i];
            if (who.thread[i] > w->high[i]) w->high[i] = who.thread[i];
        }
    }
}

// May a thread whose first element is expected there begin at `place`? Where threads store several elements along the axis the
// first of a boundary's thread is left out.
static bool may_begin(const Writers *w, int axis, s64 expected, s64 place) {
    s64 least = 0;
    for (int i = 0; i < INDICES; i++) {
        const s64 step = w->step[axis][i];
        if (step > 0 && (!least || step < least)) least = step;
    }
    return place == expected || (w->marches[axis] && place > expected && place < expected + least);
}

static void fit(const Witness *t, Writers *w) {
    find_ranges(t, w);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < INDICES; i++) find_step(t, w, axis, i);
        for (int i = 0; i < INDICES; i++)
            if (!w->known[axis][i]) find_far_step(t, w, axis, i);
        assume_step(t, w, axis, axis);
        assume_step(t, w, axis, 3 + axis);
        s64 index[INDICES];
        indices_of(t, w->list[w->count / 2].thread, index);
        w->base[axis] = place_along(w, w->list[w->count / 2].first, axis) - expected_place(w, axis, index);
        u32 good = 0;
        for (u32 k = 0; k < w->count; k++) {
            indices_of(t, w->list[k].thread, index);
            good +=
                may_begin(w, axis, expected_place(w, axis, index), place_along(w, w->list[k].first, axis));
        }
        w->fits[axis] = (u64)good * 10 >= (u64)w->count * 9;
    }
}

Writers *find_writers(const Witness *t, u64 base, u64 elements, u32 width, const u32 extent[3]) {
    Writers *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    for (int i = 0; i < 3; i++) w->extent[i] = extent[i] ? extent[i] : 1;
    WitnessThread who;
    if (!gather(t, w, base, elements, width)) {
        free_writers(w);
        return NULL;
    }
    if (w->count) fit(t, w);
    if (w->count && witness_thread(t, w->list[0].thread, &who)) w->launch = who.launch;
    return w;
}

void free_writers(Writers *w) {
    if (w) free(w->list);
    free(w);
}

u8 axis_depends(const Writers *w, int axis) {
    u8 depends = 0;
    for (int i = 0; i < INDICES; i++)
        if (w->known[axis][i] && w->step[axis][i] && w->fits[axis]) depends |= (u8)(1 << i);
    return depends;
}

// How far the thread's first element lies from the wanted one along the axis of a march: 0 or more where the march
// may still reach it.
static bool may_reach(const Writers *w, const s64 index[INDICES], u64 element, s64 *before, bool reached[3]) {
    bool all = true;
    *before = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!w->fits[axis]) continue;
        const s64 distance = place_along(w, element, axis) - expected_place(w, axis, index);
        if (!w->marches[axis]) {
            reached[axis] |= distance == 0;
            all &= distance == 0;
        } else {
            *before += distance < 0 ? 100000 - distance : distance;
        }
    }
    return all;
}

static bool is_beyond(const Writers *w, int axis, s64 place, s64 *lowest, s64 *highest) {
    const WatchedLaunch *l = w->launch;
    s64 low = w->base[axis], high = w->base[axis];
    // Where blocks share memory the threads at the edge only load.
    const bool shares = l->kernel->static_shared_bytes > 0;
    for (int i = 0; i < INDICES; i++) {
        const s64 most = i >= 3 ? (s64)l->grid[i - 3] - 1 : shares ? w->high[i] : (s64)l->block[i] - 1;
        if (i >= 3 && most && !w->known[axis][i]) {
            if (i - 3 == axis) return false; // the distance between blocks is unknown
            continue;                        // no index along another axis is seen to lead along this one
        }
        if (w->step[axis][i] > 0)
            high += w->step[axis][i] * most;
        else
            low += w->step[axis][i] * most;
    }
    *lowest = low, *highest = high;
    return place > high || place < low;
}

bool block_spacing(const Writers *w, int axis, s64 *distance, s64 *points) {
    if (!w->count || !w->fits[axis] || w->marches[axis] || !w->known[axis][3 + axis] ||
        w->step[axis][axis] != 1)
        return false;
    *distance = w->step[axis][3 + axis];
    *points = (s64)w->high[axis] - w->low[axis] + 1;
    return true;
}

// A thread at the edge of its block, and no thread at that edge ever writes: it is there to load.
static bool is_edge(const Witness *t, const Writers *w, u32 thread) {
    WitnessThread who;
    if (!witness_thread(t, thread, &who)) return false;
    for (int i = 0; i < 3; i++) {
        const u32 last = who.launch->block[i] - 1;
        if (who.thread[i] < w->low[i] && who.thread[i] == 0) return true;
        if (who.thread[i] > w->high[i] && who.thread[i] == last && last) return true;
    }
    return false;
}

// The axis along which the thread lies outside of those that write.
static int outside_axis(const Witness *t, const Writers *w, u32 thread) {
    WitnessThread who;
    for (int i = 0; i < 3 && witness_thread(t, thread, &who); i++)
        if (who.thread[i] < w->low[i] || who.thread[i] > w->high[i]) return i;
    return -1;
}

Absence find_absent(const Witness *t, const Writers *w, u64 element, u32 *thread, int *axis) {
    *axis = -1;
    if (!w->count || !w->launch) return ABSENT_ALL;
    s64 best = -1, low, high;
    bool reached[3] = {false};  // along that axis by itself, by some thread
    for (int a = 0; a < 3; a++) // several threads have the same element, and none has others
        if (!w->fits[a] && !w->marches[a]) return ABSENT_GAP;
    for (u64 k = 0; k < w->launch->threads; k++) {
        s64 index[INDICES], before;
        indices_of(t, w->launch->first_thread + (u32)k, index);
        if (!may_reach(w, index, element, &before, reached)) continue;
        if (is_edge(t, w, w->launch->first_thread + (u32)k))
            before += 1 << 24; // any other thread is preferred
        if (best >= 0 && before >= best) continue;
        best = before;
        *thread = w->launch->first_thread + (u32)k;
    }
    if (best >= 0 && !is_edge(t, w, *thread)) return ABSENT_SKIPPED;
    for (int a = 0; a < 3; a++) {
        if (!w->fits[a] || w->marches[a]) continue;
        if (!is_beyond(w, a, place_along(w, element, a), &low, &high)) continue;
        *axis = a;
        return ABSENT_BEYOND;
    }
    if (best < 0) {
        for (int a = 0; a < 3; a++)
            if (w->fits[a] && !w->marches[a] && w->extent[a] > 1 && *axis < 0 && !reached[a]) *axis = a;
        return ABSENT_GAP;
    }
    // Only where blocks share memory have threads at the edge no point of their own.
    const bool shares = w->launch->kernel->static_shared_bytes > 0;
    if (shares && is_edge(t, w, *thread)) {
        *axis = outside_axis(t, w, *thread);
        return ABSENT_GAP;
    }
    return ABSENT_SKIPPED;
}
