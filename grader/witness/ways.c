// By which way the values of points came: out of shared memory, from another thread, or by a load from global memory that
// serves one point alone; and how many threads of a block did the work.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

enum { POINTS_ASKED = 2048, STACK = 512 };

typedef struct {
    const Witness *t;
    u32 point;  // that is looked at, from 1
    u32 *seen;  // of each node: the last point that was found to depend on it
    u32 *user;  // of each load from global memory: the point that it serves; SEVERAL; 0: none of this warp
    u32 *loads; // of this warp's points
    size_t load_count, load_room;
    u32 stack[STACK];
    u32 depth;
    bool lost, no_memory; // lost: a history was too large
} Search;

static const u32 SEVERAL = UINT32_MAX;

static void push(Search *s, u32 node) {
    if (!node || s->seen[node] == s->point) return;
    s->seen[node] = s->point;
    if (s->depth == STACK)
        s->lost = true;
    else
        s->stack[s->depth++] = node;
}

static void serves(Search *s, u32 load) {
    if (s->user[load]) {
        if (s->user[load] != s->point) s->user[load] = SEVERAL;
        return;
    }
    if (s->load_count == s->load_room) {
        const size_t room = s->load_room ? 2 * s->load_room : 256;
        u32 *grown = realloc(s->loads, room * sizeof *grown);
        s->no_memory |= !grown;
        if (!grown) return;
        s->loads = grown;
        s->load_room = room;
    }
    s->user[load] = s->point;
    s->loads[s->load_count++] = load;
}

static bool is_select(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    return site_place(t, n->site, &f, &at) && named(&f->ptx->code[at], "selp");
}

// A word of shared memory from another thread ends the search: it is what the lab asks for. What the thread has put
// into memory itself is followed, whichever memory it is.
static void follow_load(Search *s, u32 number, const Node *n) {
    const Node *stored = graph_at(&s->t->graph, n->a);
    const bool written = stored->kind == NODE_STORE || stored->kind == NODE_ATOMIC;
    if (written && stored->thread == n->thread)
        push(s, stored->a);
    else if (n->space == SPACE_GLOBAL)
        serves(s, number);
}

// All loads from global memory that the value depends on, whatever is computed of them.
static void follow(Search *s, u32 value) {
    s->depth = 0;
    push(s, value);
    while (s->depth) {
        const u32 number = s->stack[--s->depth];
        const Node *n = graph_at(&s->t->graph, number);
        switch ((NodeKind)n->kind) {
        case NODE_LOAD: follow_load(s, number, n); break;
        case NODE_SHUFFLE: push(s, n->a); break;
        case NODE_PAIR: push(s, n->a), push(s, n->b); break;
        case NODE_OPERATION:
            push(s, n->a), push(s, n->b);
            if (!is_select(s->t, n)) push(s, n->c);
            break;
        default: break;
        }
    }
}

// ---- Values out of shared memory ----------------------------------------------------------------------------

static bool is_passed_on(const Witness *t, const Term *term) {
    for (int i = 0; i < term->steps; i++) {
        const Node *n = graph_at(&t->graph, term->step[i]), *stored = graph_at(&t->graph, n->a);
        if (n->kind == NODE_LOAD && n->space == SPACE_SHARED &&
            (stored->kind == NODE_STORE || stored->kind == NODE_ATOMIC) && stored->thread != n->thread)
            return true;
    }
    return false;
}

// The element of an input of the grader's that the term is a multiple of; 0: there is none.
static u32 input_of(const Witness *t, const Term *term, u64 base) {
    for (int i = 0; i < term->count; i++) {
        const Node *n = graph_at(&t->graph, term->factor[i].node);
        const Allocation *a = n->kind == NODE_INITIAL ? witness_allocation(t, n->where) : NULL;
        if (a && a->parameter[0] && a->base != base) return term->factor[i].node;
    }
    return 0;
}

// How many elements the value is made of, and how many of these came by shared memory alone: a part that is taken away
// again has come by no way.
static u32 count_passed(const Witness *t, u32 value, u64 base, u64 size, u32 *elements) {
    static Recipe recipe;
    u32 passed = 0;
    find_ways(t, value, base, size, &recipe);
    *elements = 0;
    for (int i = 0; i < recipe.count; i++) {
        const u32 element = input_of(t, &recipe.term[i], base);
        bool first = element != 0, all = !recipe.overflow;
        for (int k = 0; k < recipe.count && first; k++) {
            if (input_of(t, &recipe.term[k], base) != element) continue;
            if (k < i) first = false;
            all &= is_passed_on(t, &recipe.term[k]);
        }
        *elements += first;
        passed += first && all;
    }
    return passed;
}

// ---- Warps --------------------------------------------------------------------------------------------------

static u32 warp_of(const Witness *t, u32 thread) {
    WitnessThread who;
    if (!witness_thread(t, thread, &who)) return thread / LANES;
    const u32 *size = who.launch->block;
    const u32 at = (who.thread[2] * size[1] + who.thread[1]) * size[0] + who.thread[0];
    return thread - at % LANES;
}

static void end_warp(Search *s, WitnessWays *ways) {
    for (size_t i = 0; i < s->load_count; i++) {
        ways->alone += s->user[s->loads[i]] != SEVERAL;
        s->user[s->loads[i]] = 0;
    }
    s->load_count = 0;
}

static bool is_last(const Stores *s, u32 number) {
    const Node *n = graph_at(&s->t->graph, number);
    return (n->where - s->base) % s->width == 0 && shadow_find(&s->t->global, n->where) == number && n->a &&
           thread_has_histories(s->t, n->thread);
}

static void look_at(Search *s, const Stores *stores, WitnessWays *ways) {
    u32 warp = UINT32_MAX;
    for (u32 i = 0; i < stores->count; i++) {
        const u32 number = stores->list[i];
        if (!is_last(stores, number)) continue;
        const Node *n = graph_at(&s->t->graph, number);
        const u32 own = warp_of(s->t, n->thread);
        if (own != warp && ways->points >= POINTS_ASKED) break;
        if (own != warp) end_warp(s, ways);
        warp = own;
        u32 elements;
        const u32 passed = count_passed(s->t, number, stores->base, stores->size, &elements);
        if (elements < 2) continue; // a copy is no point
        s->point++;
        ways->points++;
        ways->passed += passed;
        follow(s, n->a);
    }
    end_warp(s, ways);
}

// ---- Threads ------------------------------------------------------------------------------------------------

// What each thread of all launches has done so often.
typedef struct {
    u32 *loads, *stores; // of words of global memory; stores into the buffer alone
} Work;

static bool gather_work(Work *w, const Witness *t, u64 base, u64 size, u64 threads) {
    w->loads = calloc(threads + 1, sizeof *w->loads), w->stores = calloc(threads + 1, sizeof *w->stores);
    for (u32 number = 1; number < t->graph.count && w->loads && w->stores; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->space != SPACE_GLOBAL || n->thread >= threads) continue;
        w->loads[n->thread] += n->kind == NODE_LOAD;
        w->stores[n->thread] += n->kind == NODE_STORE && n->where - base < size;
    }
    return w->loads && w->stores;
}

// As many threads as would do all of it if each did as much as the busiest one does: who does little counts little.
static double evened_out(const u32 *done, u64 threads) {
    double sum = 0, most = 0;
    for (u64 i = 0; i < threads; i++) {
        sum += done[i];
        if (done[i] > most) most = done[i];
    }
    return most > 0 ? sum / most : 0;
}

// Of the block of this launch in which most do: others may lie over the edge of the grid. -1: none stores into the buffer.
static double working_threads(const Work *w, const WatchedLaunch *l) {
    const u64 each = (u64)l->block[0] * l->block[1] * l->block[2];
    double best = -1;
    for (u64 block = 0; block * each < l->threads; block++) {
        const u64 first = l->first_thread + block * each;
        if (!block_has_histories(l, (u32)block)) continue;
        const double loading = evened_out(w->loads + first, each),
                     storing = evened_out(w->stores + first, each);
        const double working = loading > storing ? loading : storing;
        if (storing > 0 && working > best) best = working;
    }
    return best;
}

// Of the launches that store into the buffer the one with fewest counts.
static bool count_working(const Witness *t, u64 base, u64 size, WitnessWays *ways) {
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    Work work = {0};
    const bool good = gather_work(&work, t, base, size, last ? last->first_thread + last->threads : 0);
    for (u32 i = 0; i < t->launch_count && good; i++) {
        const double working = working_threads(&work, &t->launches[i]);
        if (working > 0 && (ways->working == 0 || working < ways->working)) ways->working = working;
    }
    free(work.loads), free(work.stores);
    return good;
}

WitnessWays witness_ways(const Witness *t, u64 base, u32 line) {
    static const u32 extent[3] = {1, 1, 1};
    const Allocation *buffer = witness_allocation(t, base);
    WitnessWays ways = {0};
    Stores stores = {0};
    Search s = {.t = t};
    if (!buffer || !t->graph.chunks) return ways;
    s.seen = calloc(t->graph.count, sizeof *s.seen), s.user = calloc(t->graph.count, sizeof *s.user);
    s.no_memory =
        !s.seen || !s.user || (t->graph.full && t->graph.count < GRAPH_MOST) ||
        !gather_stores(&stores, t, base, buffer->size, buffer->element ? (u32)buffer->element : 4, extent);
    if (!s.no_memory) look_at(&s, &stores, &ways);
    s.no_memory |=
        !count_working(t, base, buffer->size, &ways) || !count_strayed(&stores, line, &ways.strayed);
    free(stores.list), free(s.seen), free(s.user), free(s.loads);
    return s.lost || s.no_memory ? (WitnessWays){.no_memory = s.no_memory} : ways;
}
