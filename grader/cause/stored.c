// A wrong value of a function whose results are no sums that the lab has named: which element it was made of, or which
// condition chose the way that it was computed on, or the line that stores it.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/variable_line.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The element of an input as large as the output that a cell is made of, where it is not the cell's own; -1: none.
static long other_element(const Study *s, const WCell *cell, const WStep **load) {
    for (int i = 0; i < cell->terms; i++) {
        const WTerm *t = &s->w.term[cell->term + i];
        for (int k = 0; k < t->steps; k++) {
            const WStep *step = &s->w.step[t->step + k];
            if (step->kind != STEP_LOAD || strcmp(step->space, "global") ||
                !strcmp(step->name, s->entry->params[s->entry->output].name))
                continue;
            *load = step;
            if (step->index != (long)cell->index) return step->index;
        }
    }
    return -1;
}

static const WGuard *guard_at(const Study *s, const WCell *cell, int site) {
    for (int i = 0; i < cell->guards; i++)
        if (s->w.guard[cell->guard + i].site == site) return &s->w.guard[cell->guard + i];
    return NULL;
}

static double first_number(const Study *s, const WCell *cell) {
    return cell->terms ? s->w.term[cell->term].coefficient : 0;
}

// Of the conditions on a cell's way the latest that comes out otherwise for another cell, and for a reason: a right one that
// is stored by another line, or multiplied by another number. NULL: it chooses nothing that can be seen.
static const WGuard *choosing_guard(const Study *s, const WCell *cell) {
    for (int i = 0; i < cell->guards; i++) {
        const WGuard *g = &s->w.guard[cell->guard + i];
        const SourcePlace *place = guard_place(&s->w, g);
        bool both = false, matters = false;
        if (!place || !in_student_file(place, s->source_path)) continue;
        for (int k = 0; k < s->count; k++) {
            const WCell *other = s->cell[k].cell;
            const WGuard *same = s->cell[k].written ? guard_at(s, other, g->site) : NULL;
            if (!same || same->held == g->held) continue;
            both = true;
            matters |= other->site != cell->site || first_number(s, other) != first_number(s, cell);
        }
        if ((both && matters) || g->depends & 64u) return g; // no condition here is to look at data
    }
    return NULL;
}

void say_value(Cause *cause, const Study *s) {
    const WCell *cell = s->cell[s->example].cell;
    const SourcePlace *store = site_place(&s->w, cell->site);
    const WStep *load = NULL;
    const long other = other_element(s, cell, &load);
    const char *output = s->entry->params[s->entry->output].name;
    const WGuard *g = choosing_guard(s, cell);
    cause->of_value = true;
    SAY(what, "`%s` has wrong values", output);
    say_points(cause, s);
    SAY(what, ".");
    if (store) cause->place = *store;
    if (other >= 0 && site_place(&s->w, load->site)) {
        cause->place = *site_place(&s->w, load->site);
        SAY(route, "%s[%zu] is computed from %s[%ld], which is loaded here.", output, cell->index, load->name,
            other);
        SAY(next, "Each element must be computed from the input element with the same index.");
    } else if (g) {
        cause->place = *guard_place(&s->w, g);
        SAY(route, "This condition chose the branch for %s[%zu]: its two sides are %ld and %ld there%s.",
            output, cell->index, g->left, g->right,
            g->depends & 64u ? ", and they depend on what was loaded" : "");
        SAY(next, g->depends & 64u
                      ? "The branch must be chosen by the element's index, not by its value."
                      : "Which branch should this element take, and is the condition true for it?");
    } else if (store) {
        const int set = line_set_before(s->source_path, store->line);
        SAY(route, "%s[%zu] is stored by thread %d of block %d", output, cell->index, cell->who.thread[0],
            cell->who.block[0]);
        if (set) {
            cause->other = *store;
            SAY(other_what, "It is stored here");
            cause->place.line = set;
            cause->place.column = 0;
            SAY(route, ", and computed from the value that this line assigns");
        }
        SAY(route, ".");
    }
    cause->known = cause->place.line > 0 && in_student_file(&cause->place, s->source_path);
}
