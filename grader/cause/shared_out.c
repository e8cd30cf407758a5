// Planes or rows that are shared out among blocks, so many for each, where a division drops what is left over.
#include <string.h>

#include "grader/cause/planes.h"
#include "grader/cause/sentences.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { STEPS = 4 };

static bool divides(const SourceLines *t, int line) {
    return line > 0 && line <= t->count && strchr(t->line[line - 1], '/');
}

// The line with a division that what is compared in `line` comes from: of what it names the last value above, and of what that
// line names. 0: none is found.
static int line_of_division(const SourceLines *t, const char *path, int line, int steps) {
    if (divides(t, line)) return line;
    if (!steps || line < 1 || line > t->count) return 0;
    for (const char *at = t->line[line - 1]; *at;) {
        const char *begin = at;
        char name[SOURCE_NAME];
        while (is_word(*at)) at++;
        if (at == begin) {
            at++;
            continue;
        }
        const int above = only_name(begin, at, name) ? line_of_value(path, line, name) : 0;
        const int found = above ? line_of_division(t, path, above, steps - 1) : 0;
        if (found) return found;
    }
    return 0;
}

bool say_shared_out(Cause *cause, const Study *s, const WCell *cell, const WGuard *g, int axis) {
    if (!g || axis < 0 || axis >= cell_axes(s->data) || !s->w.launches || !(g->depends & 8u << axis))
        return false;
    const WLaunch *l = &s->w.launch[s->w.launches - 1];
    const int blocks = l->grid[axis];
    Planes p;
    // With a thread for each of them nothing is shared out: the condition itself is wrong.
    if ((long)blocks * l->block[axis] > s->high[axis] - s->low[axis]) return false;
    if (blocks < 2 || cell->absent_who.block[axis] != blocks - 1 || !count_planes(s, axis, &p) || !p.stored ||
        p.stored % blocks || !p.empty || p.empty >= blocks || p.last_empty - p.first_empty + 1 != p.empty ||
        p.last_empty != s->high[axis])
        return false;
    const SourcePlace *own = guard_place(&s->w, g), *bound = bound_place(&s->w, g);
    if (!own) return false;
    static SourceLines t;
    cause->place = bound ? *bound : *own;
    if (s->source_path && in_student_file(&cause->place, s->source_path) && read_lines(&t, s->source_path)) {
        const int line = line_of_division(&t, s->source_path, cause->place.line, STEPS);
        if (line && line != cause->place.line) cause->place.line = line, cause->place.column = 0;
        free_lines(&t);
    }
    if (own->line != cause->place.line) {
        cause->other = *own;
        SAY(other_what, "There the last of them ends");
    }
    SAY(route,
        "The launch has %d blocks along %c, and each computes %d points along it: together %d, and there are %d. What is left "
        "over when they are shared out belongs to no block.",
        blocks, 'x' + axis, p.stored / blocks, p.stored, p.stored + p.empty);
    SAY(next,
        "Round the number for each block up, (count + blocks - 1) / blocks, and let the last block end where the data end.");
    return true;
}
