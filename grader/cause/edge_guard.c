// Threads at the edge of their block, which have no neighbour in its tile: which condition should keep them away.
#include <stddef.h>

#include "grader/cause/witnessed.h"

// By which edge of the block along the axis: -1 the low one, +1 the high one, 0 none.
static int side_of(const int block[3], const ThreadPlace *edge, int axis) {
    if (block[axis] <= 2) return 0;
    return edge->thread[axis] == 0 ? -1 : edge->thread[axis] == block[axis] - 1 ? 1 : 0;
}

// Does the comparison keep away what lies further out on that side, "x >= 1" on the low one?
static bool looks_to(const WGuard *g, int side) {
    return g->equality || (side < 0 ? g->right <= g->left : g->right >= g->left);
}

// One whose indices are those of `depends`, shifted by the axis of an edge. `left`: its left side is the thread's index itself.
static const WGuard *find_along(const Witnessed *w, const ThreadPlace *edge, unsigned depends, bool sided,
                                bool left) {
    const int *block = w->launch[w->launches - 1].block;
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        for (int axis = 0; axis < 3; axis++) {
            const int side = side_of(block, edge, axis);
            if (side && (g->depends & 63u) == depends << axis && (!sided || looks_to(g, side)) &&
                (!left || g->left == edge->thread[axis]) && site_place(w, g->site))
                return g;
        }
    }
    return NULL;
}

// A comparison of indices in the block alone.
static const WGuard *guard_in_block(const Witnessed *w) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if ((g->depends & 7u) && !(g->depends & 56u) && site_place(w, g->site)) return g;
    }
    return NULL;
}

const WGuard *guard_at_edge(const Witnessed *w, const ThreadPlace *edge) {
    enum { IN_BLOCK = 1, IN_GRID = 9 };
    if (!w->launches) return guard_in_block(w);
    const WGuard *g = find_along(w, edge, IN_BLOCK, true, true);
    if (!g && guard_in_block(w)) g = find_along(w, edge, IN_GRID, true, false);
    if (!g) g = find_along(w, edge, IN_BLOCK, false, true);
    return g ? g : guard_in_block(w);
}

bool asks_place_in_grid(const WGuard *g) {
    const unsigned own = g->depends & 63u;
    return own == 9 || own == 18 || own == 36;
}

bool at_block_edge(const Witnessed *w, const WThread *who) {
    if (who->launch < 0 || who->launch >= w->launches) return true;
    const int *block = w->launch[who->launch].block;
    for (int axis = 0; axis < 3; axis++)
        if (block[axis] > 1 && (who->thread[axis] == 0 || who->thread[axis] == block[axis] - 1)) return true;
    return false;
}
