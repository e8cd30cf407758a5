// Which threads of a block fill which elements of its shared arrays: how far apart neighbouring threads store, how many of
// them do, and whether a store leaves the array whose name it goes through.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

enum { DEEPEST = 60, LOOKED_AT = 2000 };

// The shared variable through whose name an address was made; NULL: none is known. `left`: how many more nodes are looked at.
static const PtxVariable *variable_of(const Witness *t, u32 address, int depth, int *left) {
    const Node *n = graph_at(&t->graph, address);
    const Function *f;
    u32 at;
    if (!address || depth == DEEPEST || --*left < 0) return NULL;
    if (n->kind == NODE_CONSTANT) {
        if (!site_place(t, n->site, &f, &at)) return NULL;
        const PtxInstruction *in = &f->ptx->code[at];
        for (int i = 0; i < in->operand_count; i++) {
            const PtxVariable *v = in->operand[i].variable;
            if (v && v->space == SPACE_SHARED) return v;
        }
        return NULL;
    }
    const bool load = n->kind == NODE_LOAD && n->space == SPACE_LOCAL, store = n->kind == NODE_STORE;
    if (load || store)
        return variable_of(t, n->a, depth + 1, left); // a pointer that lies in the thread's own memory
    if (n->kind != NODE_OPERATION && n->kind != NODE_PAIR) return NULL;
    const u32 inputs[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) {
        const PtxVariable *v = variable_of(t, inputs[i], depth + 1, left);
        if (v) return v;
    }
    return NULL;
}

static const PtxVariable *direct_variable(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    if (!site_place(t, n->site, &f, &at)) return NULL;
    const PtxInstruction *in = &f->ptx->code[at];
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].variable && in->operand[i].variable->space == SPACE_SHARED)
            return in->operand[i].variable;
    return NULL;
}

const PtxVariable *shared_variable_of(const Witness *t, const Node *n) {
    int left = LOOKED_AT;
    const PtxVariable *v = direct_variable(t, n);
    return v ? v : variable_of(t, n->b, 0, &left);
}

static u32 element_width(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    const u32 width =
        site_place(t, n->site, &f, &at) ? (u32)ptx_type_size(type_suffix(&f->ptx->code[at], 0)) : 4;
    return width ? width : 4;
}

static Fill *fill_of(const Witness *t, Fills *fills, u32 number) {
    const Node *n = graph_at(&t->graph, number);
    for (int i = 0; i < fills->count; i++) {
        if (fills->list[i].site == n->site && fills->list[i].context == n->context) return &fills->list[i];
    }
    if (fills->count == FILLS_MOST) return NULL;
    Fill *f = &fills->list[fills->count++];
    memset(f, 0, sizeof *f);
    f->node = number;
    f->site = n->site;
    f->context = n->context;
    f->variable = shared_variable_of(t, n);
    f->width = element_width(t, n);
    for (int i = 0; i < 3; i++) f->low[i] = UINT32_MAX;
    return f;
}

static s64 element_of(const Fill *f, const Node *n) {
    return ((s64)n->where - (s64)(uintptr_t)f->variable->user) / f->width;
}

// The first store of each thread of one block at one place.
typedef struct {
    s64 *element;
    bool *stored;
    u32 threads;
} FirstStores;

static u32 linear(const WatchedLaunch *l, const u32 thread[3]) {
    return (thread[2] * l->block[1] + thread[1]) * l->block[0] + thread[0];
}

// How far apart two threads store of which one has an index along an axis that is larger by one.
static void find_step(const WatchedLaunch *l, const FirstStores *first, Fill *f, int axis) {
    u32 at[3];
    for (at[2] = f->low[2]; at[2] <= f->high[2]; at[2]++)
        for (at[1] = f->low[1]; at[1] <= f->high[1]; at[1]++)
            for (at[0] = f->low[0]; at[0] <= f->high[0]; at[0]++) {
                u32 next[3] = {at[0], at[1], at[2]};
                if (++next[axis] > f->high[axis]) continue;
                const u32 one = linear(l, at), other = linear(l, next);
                if (!first->stored[one] || !first->stored[other]) continue;
                f->step[axis] = first->element[other] - first->element[one];
                return;
            }
}

static void find_steps(const Witness *t, Fill *f, const WatchedLaunch *l, u32 first_thread) {
    const u32 threads = l->block[0] * l->block[1] * l->block[2];
    FirstStores first = {calloc(threads, sizeof *first.element), calloc(threads, sizeof *first.stored),
                         threads};
    u32 left = first.element && first.stored ? threads : 0;
    for (u32 number = f->node; number < t->graph.count && left; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->site != f->site || n->context != f->context || n->kind != NODE_STORE ||
            n->thread - first_thread >= threads || first.stored[n->thread - first_thread])
            continue;
        left--;
        first.stored[n->thread - first_thread] = true;
        first.element[n->thread - first_thread] = element_of(f, n);
        WitnessThread who;
        for (int i = 0; i < 3 && witness_thread(t, n->thread, &who); i++) {
            if (who.thread[i] < f->low[i]) f->low[i] = who.thread[i];
            if (who.thread[i] > f->high[i]) f->high[i] = who.thread[i];
        }
    }
    if (first.element && first.stored && f->low[0] != UINT32_MAX)
        for (int axis = 0; axis < 3; axis++) find_step(l, &first, f, axis);
    free(first.element), free(first.stored);
}

static bool leaves(const Fill *f, const Node *n) {
    const s64 element = element_of(f, n);
    return !f->variable->is_extern && (element < 0 || (u64)element * f->width >= f->variable->size);
}

void find_fills(const Witness *t, Fills *fills) {
    fills->count = 0;
    for (u32 number = 1; number < t->graph.count; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->kind != NODE_STORE || n->space != SPACE_SHARED) continue;
        Fill *f = fill_of(t, fills, number);
        if (f && f->variable && !f->outside && leaves(f, n)) f->outside = number;
    }
    for (int i = 0; i < fills->count; i++) {
        Fill *f = &fills->list[i];
        WitnessThread who;
        const u32 thread = graph_at(&t->graph, f->node)->thread;
        if (!f->variable || !witness_thread(t, thread, &who)) continue;
        f->outside_element = f->outside ? element_of(f, graph_at(&t->graph, f->outside)) : 0;
        find_steps(t, f, who.launch, thread - linear(who.launch, who.thread));
    }
}
