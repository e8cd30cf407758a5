// Conditions that compare the remainder of a number: threads past the end have the remainders of those inside.
#include "grader/cause/remainder.h"

#include <ctype.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/difference.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

bool compares_remainder(const Witnessed *w, const WGuard *g, const char *path) {
    static SourceLines t;
    const SourcePlace *place = guard_place(w, g);
    if (!path || !place || !in_student_file(place, path) || !read_lines(&t, path)) return false;
    const bool has = strchr(line_text(&t, place->line), '%') != NULL;
    free_lines(&t);
    return has;
}

// The axis that it looks at alone; -1: at several, or none.
static int axis_of(const WGuard *g, int axes) {
    for (int axis = 0; axis < axes; axis++)
        if ((g->depends & 63u) && !(g->depends & 63u & ~(9u << axis))) return axis;
    return -1;
}

// A remainder of a number that the file writes down tells even from odd and the like: it is not meant to keep anybody inside the grid.
static bool divides_by_number(const Witnessed *w, const WGuard *g, const char *path) {
    static SourceLines t;
    bool number = false;
    if (!read_lines(&t, path)) return false;
    for (const char *at = line_text(&t, guard_place(w, g)->line); (at = strchr(at, '%')) && !number; at++)
        number = isdigit((unsigned char)at[1 + strspn(at + 1, " (")]);
    free_lines(&t);
    return number;
}

// Is there a condition that compares the number itself along that axis? Then that is the one to look at.
static bool is_compared_itself(const Witnessed *w, int axis, const Explained *e) {
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        if (axis_of(g, cell_axes(e->data)) == axis && !compares_remainder(w, g, e->source_path)) return true;
    }
    return false;
}

bool say_remainder(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w) {
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    for (int i = 0; i < w->focus.guards && l && f->who.known; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        const int axis = axis_of(g, cell_axes(e->data));
        if (axis < 0 || !compares_remainder(w, g, e->source_path) ||
            divides_by_number(w, g, e->source_path) || is_compared_itself(w, axis, e))
            continue;
        const long at = f->who.block[axis] * l->block[axis] + f->who.thread[axis],
                   extent = cell_extent(e->data, axis);
        if (at < extent || g->left < 0 || g->left >= extent) continue;
        cause->place = *guard_place(w, g);
        cause->lets_through = true;
        SAY(what,
            "The thread lies past the end of the grid, at %c = %ld, where the grid has 0 to %ld. This condition compares a "
            "remainder, which is %ld there, as for a point inside: so it lets the thread through.",
            'x' + axis, at, extent - 1, g->left);
        SAY(next,
            "Compare the number itself, with < and >: remainders begin again from 0 behind each multiple, and say nothing of "
            "how far out a thread lies.");
        return true;
    }
    return false;
}
