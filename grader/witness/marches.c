// How far apart marches along an axis begin, and how many elements each stores: those that do not share out the axis.
//
// Of an element that two threads store memory tells the last one alone, so the stores themselves are looked at.
#include <stdlib.h>

#include "grader/witness/parts.h"

// What a thread stores: the places along the axis from the first one on, one after the other.
typedef struct {
    s64 first, length; // length 0: nothing, or not one after the other
} March;

static s64 place_of(const Stores *s, u32 at, int axis) {
    return (s64)store_place(s, graph_at(&s->t->graph, s->list[at]), axis);
}

static March march_of(const Stores *s, u32 from, u32 to, int axis) {
    const s64 first = place_of(s, from, axis);
    for (u32 i = from + 1; i < to; i++)
        if (place_of(s, i, axis) != first + (i - from)) return (March){0};
    return (March){first, to - from};
}

// By thread, `count` of them; NULL without memory.
static March *find_marches(const Stores *s, u32 count, int axis) {
    March *march = calloc(count + 1, sizeof *march);
    for (u32 from = 0, to; march && from < s->count; from = to) {
        const u32 thread = graph_at(&s->t->graph, s->list[from])->thread;
        for (to = from + 1; to < s->count && graph_at(&s->t->graph, s->list[to])->thread == thread;) to++;
        if (thread < count) march[thread] = march_of(s, from, to, axis);
    }
    return march;
}

bool march_spacing(const Stores *s, int axis, s64 *distance, s64 *points) {
    const Witness *t = s->t;
    const WatchedLaunch *l = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    const u32 count = l ? (u32)(l->first_thread + l->threads) : 0;
    March *march = l && l->grid[axis] > 1 ? find_marches(s, count, axis) : NULL;
    bool known = march != NULL;
    *distance = *points = 0;
    for (u32 thread = l ? (u32)l->first_thread : 0; known && thread < count; thread++) {
        bool exists;
        const u32 next = thread_beside(t, thread, 3 + axis, &exists);
        if (!exists || !march[thread].length || !march[next].length) continue;
        const s64 apart = march[next].first - march[thread].first;
        known = !*distance || *distance == apart;
        *distance = apart;
        if (march[thread].length > *points) *points = march[thread].length;
    }
    free(march);
    return known && *distance > 0 && *points > 0;
}
