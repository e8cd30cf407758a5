// Loads from the end of another line of the grid, whose values are not used: what a thread at the end of its own line reads when
// it looks for the neighbour that is not there.
#include <stdlib.h>

#include "grader/witness/parts.h"

// Does a value of each node get into the output? Inputs have smaller numbers than what is made of them, and a store to other
// memory is an input of what is loaded from there. NULL without memory.
static u8 *find_used(const Witness *t, const Stores *s) {
    u8 *used = calloc(t->graph.count, sizeof *used);
    for (u32 number = t->graph.count; used && number-- > 1;) {
        const Node *n = graph_at(&t->graph, number);
        const bool stores = (n->kind == NODE_STORE || n->kind == NODE_ATOMIC) && n->space == SPACE_GLOBAL &&
                            n->where >= s->base && n->where - s->base < s->size;
        if (!stores && !used[number]) continue;
        used[n->a] = 1;
        if (n->kind == NODE_OPERATION || n->kind == NODE_PAIR) used[n->b] = used[n->c] = 1;
    }
    return used;
}

// The first and the last point along x that each thread stores; FREE: it stores none.
typedef struct {
    u32 low, high;
} Span;
static const u32 FREE = UINT32_MAX;

static Span *find_spans(const Stores *s, u32 line, u64 threads) {
    Span *spans = malloc((threads + 1) * sizeof *spans);
    for (u64 i = 0; spans && i < threads; i++) spans[i] = (Span){FREE, 0};
    for (u32 i = 0; spans && i < s->count; i++) {
        const Node *n = graph_at(&s->t->graph, s->list[i]);
        const u32 x = (u32)((n->where - s->base) / s->width % line);
        Span *of = &spans[n->thread];
        if (of->low == FREE || x < of->low) of->low = x;
        if (x > of->high) of->high = x;
    }
    return spans;
}

static bool is_far(const Span *of, u32 x, u32 line) {
    if (of->low == FREE) return false;
    return x < of->low ? 2 * (of->low - x) > line : x > of->high && 2 * (x - of->high) > line;
}

bool count_strayed(const Stores *s, u32 line, u64 *strayed, u32 *first) {
    const Witness *t = s->t;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    const u64 threads = last ? last->first_thread + last->threads : 0;
    u8 *used = find_used(t, s);
    Span *spans = line ? find_spans(s, line, threads) : NULL;
    *strayed = 0, *first = 0;
    for (u32 number = 1; used && spans && number < t->graph.count; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->kind != NODE_LOAD || n->space != SPACE_GLOBAL || used[number] || n->thread >= threads)
            continue;
        const Allocation *from = witness_allocation(t, n->where);
        if (!from || !from->parameter[0] || from->base == s->base || from->size != s->size) continue;
        if (!is_far(&spans[n->thread], (u32)((n->where - from->base) / s->width % line), line)) continue;
        if (!*strayed) *first = number;
        ++*strayed;
    }
    free(used), free(spans);
    return used && (spans || !line);
}
