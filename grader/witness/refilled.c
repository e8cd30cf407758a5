// Shared memory that several threads fill with the same elements: each store but the first one is work for nothing.
#include "grader/witness/parts.h"

static Refill *refill_of(const Witness *t, Refills *refills, u32 number) {
    const Node *n = graph_at(&t->graph, number);
    for (int i = 0; i < refills->count; i++) {
        const Node *first = graph_at(&t->graph, refills->list[i].node);
        if (first->site == n->site && first->context == n->context) return &refills->list[i];
    }
    if (refills->count == FILLS_MOST) return NULL;
    refills->list[refills->count] = (Refill){.node = number};
    return &refills->list[refills->count++];
}

// Did another thread store a copy of the same element there before?
static bool is_again(const Witness *t, const Node *n) {
    const Node *before = graph_at(&t->graph, n->c);
    if (!n->c || before->kind != NODE_STORE || before->thread == n->thread || before->where != n->where)
        return false;
    const u32 own = load_behind(t, n->a), other = load_behind(t, before->a);
    return own && other && graph_at(&t->graph, own)->where == graph_at(&t->graph, other)->where;
}

void find_refills(const Witness *t, Refills *refills) {
    refills->count = 0;
    for (u32 number = 1; number < t->graph.count; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->kind != NODE_STORE || n->space != SPACE_SHARED) continue;
        Refill *r = refill_of(t, refills, number);
        if (!r) continue;
        r->stores++;
        r->again += is_again(t, n);
    }
}
