// Of the comparisons on a thread's way to an access outside its memory: the one that should have kept it away.
#include "grader/cause/blamed_guard.h"

#include "grader/cause/difference.h"

// How far the grid extends along the axis whose indices are compared; the case's first size where that is not clear.
static long extent_of(const WGuard *g, const CaseData *data) {
    for (int axis = 0; axis < cell_axes(data); axis++)
        if ((g->depends & 63u) && !(g->depends & 63u & ~(9u << axis))) return cell_extent(data, axis);
    return data->key.size[0];
}

// A comparison whose sides are both past the last interior index, or both before the first: the thread is one that
// it should have stopped. One that asks whether an element is even stops nobody at an end.
static bool is_loose(const WGuard *g, const CaseData *data) {
    if (g->equality) return false;
    const long n = extent_of(g, data);
    const bool last = g->left == n - 1 && g->right == n; // a load may do that
    return !last && ((g->left >= n - 1 && g->right >= n - 1 && g->left <= n + 1) ||
                     (g->left <= 0 && g->right <= 0 && g->left >= -1));
}

static bool lets_last_through(const WGuard *g, const CaseData *data) {
    const long n = extent_of(g, data);
    return g->left == n - 1 && g->right == n;
}

// "i + 1 >= n" of a thread whose number along that axis of the launch, i, lies inside.
static bool asks_for_next(const Witnessed *w, const WGuard *g, const CaseData *data) {
    const WThread *t = &w->focus.who;
    if (t->launch < 0 || t->launch >= w->launches) return false;
    for (int axis = 0; axis < cell_axes(data); axis++) {
        const long at = (long)t->block[axis] * w->launch[t->launch].block[axis] + t->thread[axis];
        if ((g->depends & 63u) == 9u << axis && g->left == at + 1)
            return at > 0 && at < cell_extent(data, axis) - 1;
    }
    return false;
}

static const WGuard *first_guard(const Witnessed *w) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (g->depends && site_place(w, g->site)) return g;
    }
    return NULL;
}

const WGuard *loose_guard(const Witnessed *w, const CaseData *data) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (g->depends && site_place(w, g->site) && is_loose(g, data) && !asks_for_next(w, g, data)) return g;
    }
    return NULL;
}

// One that looks at a thread's place in its block, and so tells threads apart, as the end of a march does not; else any.
const WGuard *guard_of_threads(const Witnessed *w) {
    const int thread = 1 | 2 | 4; // DEPENDS_TID_X and so on
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (g->depends & thread && site_place(w, g->site)) return g;
    }
    return first_guard(w);
}

// An order of unsigned numbers, one of which is meant to be negative.
const WGuard *wrapped_guard(const Witnessed *w) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (wraps_below_zero(g) && !g->equality && g->depends && guard_place(w, g)) return g;
    }
    return NULL;
}

// An index below 0.
const WGuard *negative_guard(const Witnessed *w) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (g->left < 0 && g->left > -1000 && g->right > 0 && site_place(w, g->made)) return g;
    }
    return NULL;
}

// A comparison along one axis with a thread that lies past the end of the grid, and comes by it all the same. `equality`: it
// stops one number alone.
const WGuard *passed_guard(const Witnessed *w, const CaseData *data, bool equality) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        const long n = extent_of(g, data);
        const bool one_axis =
            (g->depends & 63u) != 0 && g->left >= n && g->left != g->right && g->right >= n - 3;
        if (one_axis && g->equality == equality && guard_place(w, g)) return g;
    }
    return NULL;
}

const WGuard *guard_of_last(const Witnessed *w, const CaseData *data) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (g->depends && lets_last_through(g, data) && !asks_for_next(w, g, data) && site_place(w, g->site))
            return g;
    }
    return NULL;
}
