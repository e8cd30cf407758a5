// The stores into the buffer in the order in which each thread made them: which one is missing, and where one went.
#include <stdlib.h>

#include "grader/witness/parts.h"

enum { STORES_BACK = 8 };

bool is_written(const Stores *s, u64 element) {
    const u32 number = shadow_find(&s->t->global, s->base + s->width * element);
    const Node *n = graph_at(&s->t->graph, number);
    return number && (n->kind == NODE_STORE || n->kind == NODE_ATOMIC);
}

static u64 place_of(const Stores *s, u64 element, int axis) {
    for (int i = 0; i < axis; i++) element /= s->extent[i];
    return axis < 2 ? element % s->extent[axis] : element;
}

u64 store_place(const Stores *s, const Node *store, int axis) {
    return place_of(s, (store->where - s->base) / s->width, axis);
}

const Node *first_store_of(const Stores *s, u32 thread) {
    u32 low = 0, high = s->count;
    while (low < high) {
        const u32 middle = low + (high - low) / 2;
        if (graph_at(&s->t->graph, s->list[middle])->thread < thread)
            low = middle + 1;
        else
            high = middle;
    }
    const Node *n = low < s->count ? graph_at(&s->t->graph, s->list[low]) : NULL;
    return n && n->thread == thread ? n : NULL;
}

u64 first_stored(const Stores *s, u32 thread, u64 element) {
    const Node *n = first_store_of(s, thread);
    return n ? (n->where - s->base) / s->width : element;
}

// The store of another place in the program, or of another step, that was to write the element: some thread makes it as
// far behind the store before it as the element lies behind one that this thread did write. NULL: there is none.
const Node *missed_store(const Stores *s, u64 element, u32 thread) {
    const Node *again = NULL;
    const u64 wanted = s->base + s->width * element;
    for (u32 i = 0; i < s->count; i++) {
        const Node *last = graph_at(&s->t->graph, s->list[i]);
        if (!thread_has_histories(s->t, last->thread)) continue;
        for (u32 k = i; k > 0 && i - k < STORES_BACK; k--) {
            const Node *before = graph_at(&s->t->graph, s->list[k - 1]);
            if (before->thread != last->thread) break;
            const u64 written = shadow_find(&s->t->global, wanted - last->where + before->where);
            const Node *own = graph_at(&s->t->graph, (u32)written);
            if (!written || own->kind != NODE_STORE || own->thread != thread || own->site != before->site ||
                own->context != before->context)
                continue;
            if (last->site != before->site) return last;
            if (!again) again = last;
        }
    }
    return again;
}

// Threads store over each other's elements, and none of the launch's indices leads along the axis where the element is
// missing: then no block is missing there, but the stores go elsewhere. Finds the thread that begins in the line along
// the axis that the element lies in.
bool is_stored_elsewhere(const Stores *s, const Writers *writers, u64 element, int axis, u32 *thread) {
    u32 written = 0;
    for (u64 e = 0; e < s->size / s->width; e++) written += is_written(s, e);
    if (axis < 0 || s->count <= written || axis_depends(writers, axis)) return false;
    for (u32 i = 0; i < s->count; i++) {
        const Node *n = graph_at(&s->t->graph, s->list[i]);
        if (i && graph_at(&s->t->graph, s->list[i - 1])->thread == n->thread) continue;
        bool same = true;
        for (int other = 0; other < 3; other++)
            same &= other == axis || store_place(s, n, other) == place_of(s, element, other);
        if (!same) continue;
        *thread = n->thread;
        return true;
    }
    return false;
}

static bool is_counted(const Stores *s, const Node *n, u64 threads) {
    return (n->kind == NODE_STORE || (s->atomics && n->kind == NODE_ATOMIC)) && n->space == SPACE_GLOBAL &&
           n->where - s->base < s->size && n->thread < threads;
}

// A bucket for each thread, filled in the order of the nodes.
bool gather_stores(Stores *s, const Witness *t, u64 base, u64 size, u32 width, const u32 extent[3],
                   bool atomics) {
    *s = (Stores){.t = t, .base = base, .size = size, .width = width, .atomics = atomics};
    for (int i = 0; i < 3; i++) s->extent[i] = extent[i] ? extent[i] : 1;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    const u64 threads = last ? last->first_thread + last->threads : 0;
    u32 *at = calloc(threads + 1, sizeof *at); // where the next store of each thread goes
    for (u32 number = 1; number < t->graph.count && at; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (is_counted(s, n, threads)) at[n->thread + 1]++, s->count++;
    }
    for (u64 i = 0; i < threads && at; i++) at[i + 1] += at[i];
    s->list = at ? malloc(((size_t)s->count + 1) * sizeof *s->list) : NULL;
    for (u32 number = 1; number < t->graph.count && s->list; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (is_counted(s, n, threads)) s->list[at[n->thread]++] = number;
    }
    free(at);
    return s->list != NULL;
}
