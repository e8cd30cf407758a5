// Values that go through shared memory and come to a single thread, or to threads of a single row: no load is saved by that, for a
// shuffle does the same.
//
// The way of such a value looks like that of any other in a tile. What tells them apart is whom else its load has served.
#include <stdlib.h>

#include "grader/witness/parts.h"

enum { FEWEST = 64 }; // passed values that say something
static const u32 SEVERAL = UINT32_MAX;

typedef struct {
    u32 *row;    // of each thread: 1 + the row of the grid that its first point lies in
    u32 *served; // of each node: the row of the threads whose points its value has got to; SEVERAL
    u32 *passed; // loads of what was passed on
    size_t count, room, own; // `own`: of them those that the point's own thread had loaded
} Served;

static bool add_passed(Served *s, u32 load) {
    if (s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 4096;
        u32 *grown = realloc(s->passed, room * sizeof *grown);
        if (!grown) return false;
        s->passed = grown;
        s->room = room;
    }
    s->passed[s->count++] = load;
    return true;
}

static bool look_at_point(Served *s, const Stores *stores, const WholePoint *point,
                          const PassedElement *element) {
    const u32 thread = graph_at(&stores->t->graph, point->store)->thread, row = s->row[thread];
    bool good = true;
    for (u32 i = 0; i < point->elements && good; i++) {
        const PassedElement *e = &element[i];
        if (!e->load || !e->counts) continue;
        u32 *served = &s->served[e->load];
        *served = *served && *served != row ? SEVERAL : row;
        if (!e->passed) continue;
        if (graph_at(&stores->t->graph, e->load)->thread == thread)
            s->own++;
        else
            good = add_passed(s, e->load);
    }
    return good;
}

// How many points each block has stored, by its first thread. Says how many the one with most has. 0: without memory.
static u32 count_by_block(const Stores *stores, u32 **of_block) {
    const Witness *t = stores->t;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    u32 most = 1;
    *of_block = calloc(last ? last->first_thread + last->threads + 1 : 1, sizeof **of_block);
    for (u32 i = 0, thread = UINT32_MAX, first = 0; i < stores->count && *of_block; i++) {
        const u32 own = graph_at(&t->graph, stores->list[i])->thread;
        if (own != thread) first = first_thread_of_block(t, own);
        thread = own;
        if (++(*of_block)[first] > most) most = (*of_block)[first];
    }
    return *of_block ? most : 0;
}

// In a block whose threads all stand in one row each is its own.
static u32 *rows_of_threads(const Stores *stores, const WholePoints *whole) {
    const Witness *t = stores->t;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    const size_t threads = last ? last->first_thread + last->threads + 1 : 1;
    const u64 length = (u64)stores->width * stores->extent[0];
    u32 *row = calloc(threads, sizeof *row), *of_block = calloc(threads, sizeof *of_block);
    for (size_t i = 0; i < whole->count && row && of_block; i++) {
        const Node *store = graph_at(&t->graph, whole->point[i].store);
        u32 *block = &of_block[first_thread_of_block(t, store->thread)];
        if (row[store->thread]) continue;
        row[store->thread] = 1 + (u32)((store->where - stores->base) / length);
        *block = *block && *block != row[store->thread] ? SEVERAL : row[store->thread];
    }
    for (size_t i = 0; i < whole->count && row && of_block; i++) {
        const u32 thread = graph_at(&t->graph, whole->point[i].store)->thread;
        if (of_block[first_thread_of_block(t, thread)] != SEVERAL) row[thread] = 1 + thread;
    }
    if (!of_block) free(row), row = NULL;
    free(of_block);
    return row;
}

bool find_served(const Stores *stores, const WholePoints *whole, double *share) {
    const Witness *t = stores->t;
    Served s = {.served = calloc(t->graph.count, sizeof *s.served), .row = rows_of_threads(stores, whole)};
    u32 *of_block;
    const u32 most = count_by_block(stores, &of_block);
    bool good = s.served && s.row && most;
    size_t several = 0;
    for (size_t i = 0; i < whole->count && good; i++) {
        const WholePoint *point = &whole->point[i];
        // At the edge of the grid a block may have a single row of points, and no other thread loads its halo.
        if (2 * of_block[first_thread_of_block(t, graph_at(&t->graph, point->store)->thread)] >= most)
            good = look_at_point(&s, stores, point, whole->element + point->first);
    }
    for (size_t i = 0; i < s.count; i++) several += s.served[s.passed[i]] == SEVERAL;
    *share = s.count + s.own < FEWEST ? 1 : (double)several / (double)(s.count + s.own);
    free(s.served), free(s.row), free(s.passed), free(of_block);
    return good;
}
