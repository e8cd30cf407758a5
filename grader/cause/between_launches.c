// Planes that lie between those of one launch and those of another: the host shares the points out, and leaves some to nobody.
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/planes.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The launch that has stored in that plane; -1: none, or several.
static int launch_in(const Study *s, int axis, int plane) {
    int launch = -1;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo || !x->written || x->place[axis] != plane) continue;
        if (launch >= 0 && x->cell->who.launch != launch) return -1;
        launch = x->cell->who.launch;
    }
    return launch;
}

// The first plane behind that one in which something was stored; -1: there is none.
static int next_stored(const Study *s, int axis, int plane) {
    int next = -1;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (x->todo && x->written && x->place[axis] > plane && (next < 0 || x->place[axis] < next))
            next = x->place[axis];
    }
    return next;
}

// Has the launch stored on one side of the plane alone?
static bool keeps_to_side(const Study *s, int axis, int launch, int plane, bool behind) {
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (x->written && x->cell->who.launch == launch && (x->place[axis] > plane) != behind) return false;
    }
    return true;
}

// The call that leads to the launch of that number, where the function that holds the launch is called once for each; else the launch.
static int line_of_call(const char *path, int launch, int number, int launches) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int head = launch, calls = 0, found = launch;
    if (!read_lines(&t, path)) return launch;
    while (head > 0 && !is_word(line_text(&t, head)[0])) head--;
    const char *begin = line_text(&t, head), *open = strchr(begin, '(');
    for (int i = 1; open && name_before(begin, open, name) && i <= t.count; i++) {
        const char *line = line_text(&t, i), *at = line;
        for (; i != head && (at = find_name(line, at, name)); at++)
            if (at[strlen(name)] == '(' && calls++ == number) found = i;
    }
    free_lines(&t);
    return calls == launches ? found : launch;
}

// Where the host asks for that launch.
static SourcePlace place_of(const Study *s, int launch) {
    const Records *r = s->records;
    SourcePlace place = r->launches[r->launch_count == s->w.launches ? launch : 0].place;
    const int line = line_of_call(s->source_path, place.line, launch, s->w.launches);
    if (line != place.line) place.line = line, place.column = 0;
    return place;
}

bool say_between_launches(Cause *cause, const Study *s) {
    const Records *r = s->records;
    if (s->w.launches < 2 || !r->launch_count || !in_student_file(&r->launches[0].place, s->source_path))
        return false;
    for (int axis = 0; axis < cell_axes(s->data); axis++) {
        Planes p;
        if (!count_planes(s, axis, &p) || !p.empty || p.first_empty <= s->low[axis] ||
            p.last_empty >= s->high[axis])
            continue;
        const int before = p.first_empty - 1, behind = next_stored(s, axis, p.first_empty);
        const int one = launch_in(s, axis, before), other = launch_in(s, axis, behind);
        if (one < 0 || other < 0 || one == other || !keeps_to_side(s, axis, one, before, false) ||
            !keeps_to_side(s, axis, other, before, true))
            continue;
        cause->place = place_of(s, other);
        cause->other = place_of(s, one);
        if (cause->other.line == cause->place.line) cause->other.line = 0;
        SAY(other_what, "The part before it is asked for here");
        const char name = (char)('x' + axis);
        SAY(route,
            "The launches share out the points along %c, and what lies between two of them is left out: one ends with %c = %d, the "
            "other begins with %c = %d.",
            name, name, before, name, behind);
        SAY(next,
            "Where one part ends the next one has to begin: does the place between them belong to the first, or to the second?");
        return true;
    }
    return false;
}
