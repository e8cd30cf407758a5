// Boundary cells that somebody has written: which condition lets the thread through, or which store has none.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    int axis, at; // all that have this place along the axis
    int cells, example;
} Face;

static bool is_outside(const Study *s, const int place[3], int axis) {
    return place[axis] < s->low[axis] || place[axis] > s->high[axis];
}

// The face of the boundary, which may be several deep, that most of the overwritten cells lie on, not counting its edges.
static Face most_overwritten(const Study *s) {
    Face best = {.axis = -1};
    for (int axis = 0; axis < cell_axes(s->data); axis++)
        for (int at = 0; at < cell_extent(s->data, axis); at++) {
            Face f = {axis, at, 0, -1};
            int place[3] = {at, at, at};
            for (int i = 0; i < s->count && is_outside(s, place, axis); i++) {
                const StudyCell *x = &s->cell[i];
                int outer = 0;
                for (int other = 0; other < cell_axes(s->data); other++)
                    outer += is_outside(s, x->place, other);
                if (!x->has || x->place[axis] != at) continue;
                if (outer > 1 && f.example >= 0) continue;
                f.cells++;
                f.example = i;
            }
            if (f.cells > best.cells) best = f;
        }
    return best;
}

// Other threads store although it came out the other way for them: it chooses between two stores, and keeps nobody away. One
// that asks for the very edge, and is passed there on the way to the same store as elsewhere, was to keep that away.
static bool chooses_store(const Study *s, const WCell *own, const WGuard *g) {
    const bool names_edge = g->equality && g->left == g->right;
    for (int i = 0; i < s->count; i++) {
        const WCell *cell = s->cell[i].cell;
        for (int k = 0; k < cell->guards && s->cell[i].written; k++) {
            const WGuard *other = &s->w.guard[cell->guard + k];
            if (other->site == g->site && other->held != g->held && !(names_edge && cell->site == own->site))
                return true;
        }
    }
    return false;
}

// Of the comparisons that the thread passed the one along that axis that lets just one too many through.
static const WGuard *loose_guard(const Study *s, const WCell *cell, int axis) {
    const WGuard *best = NULL;
    for (int i = 0; i < cell->guards; i++) {
        const WGuard *g = &s->w.guard[cell->guard + i];
        if (!(g->axes >> axis & 1) || labs(g->left - g->right) > 1 || !site_place(&s->w, g->site)) continue;
        if (chooses_store(s, cell, g)) continue;
        if (!best || labs(g->left - g->right) < labs(best->left - best->right)) best = g;
    }
    return best;
}

// One that looks along that axis, and at its other end alone.
static const WGuard *one_sided_guard(const Study *s, const WCell *cell, int axis) {
    for (int i = 0; i < cell->guards; i++) {
        const WGuard *g = &s->w.guard[cell->guard + i];
        if ((g->axes >> axis & 1) && !g->equality && site_place(&s->w, g->site) && !chooses_store(s, cell, g))
            return g;
    }
    return NULL;
}

// The last one before the store that looks along other axes alone: it is where this one is forgotten.
static const WGuard *guard_of_others(const Study *s, const WCell *cell, int axis) {
    const WGuard *last = NULL;
    for (int i = 0; i < cell->guards; i++) {
        const WGuard *g = &s->w.guard[cell->guard + i];
        const SourcePlace *place = guard_place(&s->w, g);
        if (g->axes && !(g->axes >> axis & 1) && !g->equality && place &&
            in_student_file(place, s->source_path) && !chooses_store(s, cell, g))
            last = g;
    }
    return last;
}

// Does some condition inside a function that the kernel calls look at this axis?
static bool helper_looks_at(const Study *s, int axis) {
    for (int i = 0; i < s->w.guards; i++) {
        const WGuard *g = &s->w.guard[i];
        const SourcePlace *own = site_place(&s->w, g->site);
        const int caller = site_caller(&s->w, g->site);
        if (own && (g->axes >> axis & 1) && caller && caller != own->line) return true;
    }
    return false;
}

// Does the thread store a point to compute right beside the cell, along that axis, by another store, or in the same line?
static bool stores_point_before(const Study *s, const StudyCell *x, int axis, bool same_line) {
    const SourcePlace *own = site_place(&s->w, x->cell->site);
    for (int i = 0; i < s->count; i++) {
        const StudyCell *y = &s->cell[i];
        const SourcePlace *place = y->written ? site_place(&s->w, y->cell->site) : NULL;
        bool beside =
            y->todo && y->written && !y->wrong && abs(y->place[axis] - x->place[axis]) == 1 &&
            (same_line ? own && place && own->line == place->line : y->cell->site != x->cell->site) &&
            !memcmp(&y->cell->who, &x->cell->who, sizeof x->cell->who);
        for (int other = 0; other < 3; other++) beside &= other == axis || y->place[other] == x->place[other];
        if (beside) return true;
    }
    return false;
}

// A store of several elements at once, one of which is a point to compute.
static bool is_wide_store(const Study *s, const StudyCell *x, int axis) {
    static const char *const types[] = {"float2", "float4", "double2"};
    static SourceLines t;
    const SourcePlace *store = site_place(&s->w, x->cell->site);
    bool wide = false;
    if (!store || !in_student_file(store, s->source_path) || !stores_point_before(s, x, axis, true) ||
        !read_lines(&t, s->source_path))
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        wide |= strstr(line_text(&t, store->line), types[i]) != NULL;
    free_lines(&t);
    return wide;
}

// Is the comparison in a function that is asked about one axis after the other?
static bool is_asked_for_each_axis(const Study *s, const WCell *cell, const WGuard *g) {
    const SourcePlace *own = site_place(&s->w, g->site);
    for (int i = 0; i < cell->guards && own; i++) {
        const WGuard *other = &s->w.guard[cell->guard + i];
        const SourcePlace *place = site_place(&s->w, other->site);
        if (place && other->axes != g->axes && place->line == own->line && place->column == own->column)
            return true;
    }
    return false;
}

// Blames the condition that looks along other axes, or whoever asks it; the store becomes the other place.
static void blame_forgetful(Cause *cause, const Study *s, const WCell *cell, const WGuard *g) {
    const int caller = is_asked_for_each_axis(s, cell, g) ? site_caller(&s->w, g->site) : 0;
    cause->other = cause->place;
    cause->other_what[0] = 0;
    cause->place = *guard_place(&s->w, g);
    if (caller) cause->place.line = caller, cause->place.column = 0;
    if (cause->place.line == cause->other.line)
        cause->other.line = 0;
    else
        SAY(other_what, "The store");
}

static void say_face(Cause *cause, const Study *s, const Face *f) {
    const int extent = cell_extent(s->data, f->axis);
    SAY(what, "on %c = %d", 'x' + f->axis, f->at);
    if (f->at >= extent / 2) SAY(what, " (n - %d)", extent - f->at);
}

void say_boundary(Cause *cause, const Study *s) {
    const Face f = most_overwritten(s);
    if (f.axis < 0) return;
    const StudyCell *x = &s->cell[f.example];
    const bool element = cell_axes(s->data) == 1;
    const bool wide = x->written && f.axis == 0 && is_wide_store(s, x, f.axis),
               second = x->written && !wide && stores_point_before(s, x, f.axis, false),
               guarded = x->written && !second && !wide; // or it is not, and that is what is wrong
    const WGuard *g = guarded ? loose_guard(s, x->cell, f.axis) : NULL,
                 *other = guarded && !g ? one_sided_guard(s, x->cell, f.axis) : NULL,
                 *forgets = guarded && !g && !other ? guard_of_others(s, x->cell, f.axis) : NULL;
    SAY(what, "The boundary was overwritten, ");
    if (element)
        SAY(what, "for example element %zu", x->cell->index);
    else
        say_face(cause, s, &f);
    SAY(what, ". Boundary %s must stay as they were.", element ? "elements" : "points");
    if (!x->written) {
        SAY(route, "No kernel wrote it: it was copied or filled from the host.");
        SAY(next, "Leave `%s` to the kernel: no cudaMemcpy and no cudaMemset into it.", output_name(s));
        cause->known = true;
        return;
    }
    const SourcePlace *store = site_place(&s->w, x->cell->site);
    if (store && in_student_file(store, s->source_path)) cause->stored_line = store->line;
    const int caller = helper_looks_at(s, f.axis) ? 0 : site_caller(&s->w, x->cell->site);
    if (g || other)
        blame_guard(cause, s, g ? g : other);
    else
        blame_site(cause, s, x->cell->site);
    // A helper that looks at another axis leaves this one to whoever calls it.
    if (!g && !other && !second && !wide && caller && caller != cause->place.line &&
        in_student_file(&cause->place, s->source_path)) {
        cause->other = cause->place;
        cause->place.line = caller;
        cause->place.column = 0;
        SAY(other_what, "The store");
    }
    if (forgets) blame_forgetful(cause, s, x->cell, forgets);
    name_thread(cause->route, sizeof cause->route, &x->cell->who);
    if (g) {
        SAY(route, " wrote it. This condition lets the thread through: ");
        guard_sides(g, cause->route, sizeof cause->route);
        SAY(route, ".");
        name_automatic(cause, s->source_path, g);
    } else if (other)
        SAY(route, " wrote it. This condition looks along %c, and does not keep that end out.", 'x' + f.axis);
    else if (second)
        SAY(route,
            " wrote it here. Beside it the thread computes another point, by another store, which is right: what "
            "lets the thread through is right for that one, and nothing asks for this one.");
    else if (wide) {
        SAY(route,
            " wrote it here: this stores several points at once, one of which is to be computed, and nothing asks for the "
            "others.");
        cause->of_wide_store = true;
    } else if (forgets)
        SAY(route, " wrote it. This condition looks along other axes, and no condition on %c keeps it away.",
            'x' + f.axis);
    else
        SAY(route, " wrote it here, and no condition on %c keeps it away.", 'x' + f.axis);
    if (cause->route[0] == 't') cause->route[0] = 'T';
    const int name = element ? 'i' : 'x' + f.axis;
    if (g && wraps_below_zero(g)) SAY(next, "%s ", guard_advice(g));
    SAY(next, "Store only where %d <= %c and %c <= n - %d.", s->low[f.axis], name, name,
        cell_extent(s->data, f.axis) - s->high[f.axis]);
    cause->known = true;
}
