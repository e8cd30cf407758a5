// Finds the step from a thread's element to the next thread's, and the comparisons that tell where the index along that axis is made.
#include "grader/cause/warp_layout.h"

#include <stdlib.h>
#include <string.h>

#include "grader/cause/difference.h"
#include "grader/cause/lines_behind.h"
#include "grader/host_code/host_code.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { THREAD_X = 1, FEWEST_PAIRS = 8 };

// Is the second one the thread behind the first, along x in its block?
static bool follows(const WThread *a, const WThread *b) {
    return a->launch >= 0 && a->launch == b->launch && !memcmp(a->block, b->block, sizeof a->block) &&
           b->thread[0] == a->thread[0] + 1 && b->thread[1] == a->thread[1] && b->thread[2] == a->thread[2];
}

// From the cell to the nearest one of the thread behind its own. False: none of that one's was asked about.
static bool step_to_next(const CaseData *data, const Witnessed *w, const WCell *cell, int step[3]) {
    int from[3], to[3];
    long best = -1;
    cell_place(data, cell->index, from);
    for (int i = 0; i < w->cells; i++) {
        if (!follows(&cell->who, &w->cell[i].who)) continue;
        cell_place(data, w->cell[i].index, to);
        long far = 0;
        for (int axis = 0; axis < 3; axis++) far += labs((long)to[axis] - from[axis]);
        if (best >= 0 && far >= best) continue;
        best = far;
        for (int axis = 0; axis < 3; axis++) step[axis] = to[axis] - from[axis];
    }
    return best > 0;
}

int axis_of_threads(const CaseData *data, const Witnessed *w, int *by) {
    int pairs = 0, along[3] = {0}, step[3], first[3] = {0};
    for (int i = 0; i < w->cells; i++) {
        if (!step_to_next(data, w, &w->cell[i], step)) continue;
        pairs++;
        for (int axis = 0; axis < 3; axis++) {
            if (!step[axis] || step[(axis + 1) % 3] || step[(axis + 2) % 3]) continue;
            if (!first[axis]) first[axis] = step[axis];
            along[axis] += step[axis] == first[axis];
        }
    }
    if (pairs < FEWEST_PAIRS) return AXIS_UNKNOWN;
    for (int axis = 0; axis < 3; axis++)
        if (along[axis] * 2 > pairs) return *by = first[axis], axis;
    return AXIS_NONE;
}

static const WGuard *guard_made_at(const Witnessed *w, const WCell *cell, int made) {
    for (int i = cell->guard; i < cell->guard + cell->guards; i++)
        if (w->guard[i].made == made) return &w->guard[i];
    return NULL;
}

// Is what is compared, and made at that site, the index along the axis in all cells, but for a number that is the same for all?
static bool is_index_along(const CaseData *data, const Witnessed *w, int made, int axis) {
    bool any = false, moves = false;
    long shift = 0;
    int place[3], first = 0;
    for (int i = 0; i < w->cells; i++) {
        const WGuard *g = w->cell[i].who.launch < 0 ? NULL : guard_made_at(w, &w->cell[i], made);
        if (!g) continue;
        cell_place(data, w->cell[i].index, place);
        if (!any) shift = g->left - place[axis], first = place[axis];
        any = true;
        moves |= place[axis] != first;
        if (g->left - place[axis] != shift) return false;
    }
    return any && moves;
}

// The line of the student's file that makes the index along the axis, of threadIdx.x; NULL: not known.
static const SourcePlace *index_place(const CaseData *data, const Witnessed *w, int axis, const char *path) {
    for (int i = 0; i < w->guards; i++) {
        const WGuard *g = &w->guard[i];
        const SourcePlace *made = site_place(w, g->made);
        if ((g->depends & THREAD_X) && made && in_student_file(made, path) &&
            is_index_along(data, w, g->made, axis))
            return made;
    }
    return NULL;
}

// "T % N" in a line of the student's, where "T / N" stands too: the line of the remainder; 0: there is none, or more than one.
static int line_of_remainder(const Explained *e, int *quotient) {
    HostText *t = calloc(1, sizeof *t);
    int found = 0, several = 0;
    const bool read = t && host_text_read(t, e->source_path, e->root);
    for (int i = 1; read && i + 1 < t->count; i++) {
        if (!t->token[i].line || !token_is(&t->token[i], "%") || t->token[i - 1].kind != TOKEN_NAME) continue;
        for (int k = 1; k + 1 < t->count; k++) {
            if (!t->token[k].line || !token_is(&t->token[k], "/") ||
                strcmp(t->token[k - 1].text, t->token[i - 1].text) ||
                t->token[k + 1].kind != t->token[i + 1].kind ||
                strcmp(t->token[k + 1].text, t->token[i + 1].text))
                continue;
            several += found && found != t->token[i].line;
            found = t->token[i].line;
            *quotient = t->token[k].line;
        }
    }
    free(t);
    return several ? 0 : found;
}

// Does the line of `made` take its values from that line, or from a function that returns there?
static bool comes_from(const Explained *e, const SourcePlace *made, int line) {
    enum { BEHIND = 8 };
    int behind[BEHIND];
    const int count = add_lines_behind(e->source_path, made->line, behind, 0, BEHIND);
    for (int i = 0; i < count; i++)
        if (behind[i] == line) return true;
    return false;
}

void say_layout(Cause *cause, const Explained *e, const Witnessed *w, int axis, int by) {
    int quotient = 0;
    const SourcePlace *made = index_place(e->data, w, axis, e->source_path),
                      *along_x = made ? index_place(e->data, w, 0, e->source_path) : NULL;
    int line = line_of_remainder(e, &quotient);
    if (line && made && !comes_from(e, made, line)) line = 0;
    if (!made && !line) return;
    const char name = (char)('x' + axis);
    cause->known = true;
    if (made && !line) cause->place = *made;
    if (line) SAY(place.file, "%s", e->source_path), cause->place.line = line;
    if (along_x && along_x->line != cause->place.line) cause->other = *along_x;
    if (line && quotient != line) SAY(other.file, "%s", e->source_path), cause->other.line = quotient;
    if (cause->other.line) SAY(other_what, "The index along x is made here");
    SAY(what,
        "threadIdx.x goes into %c here: thread 1 of a warp has %c %c %d, and the x of thread 0. The elements of neighbouring "
        "threads lie %s apart, each in a sector of its own.",
        name, name, by < 0 ? '-' : '+', abs(by), several(abs(by), axis == 1 ? "row" : "plane").text);
    SAY(next,
        "Let x be what changes from each thread to the next. Of a number of a thread that is the remainder, by the width of what the "
        "block works on; the quotient by the same number is for %c.",
        name);
}
