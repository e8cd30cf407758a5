// A wide load or store at an address that is no multiple of its size: which element that is, and why one like it comes up.
#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/condition_line.h"
#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/cause/macro.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { WIDEST = 16 };

typedef struct {
    const Explained *e;
    const Finding *f;
    const LaunchRecord *launch;
    long element, wide; // bytes of an element; how many of them the access takes at once
    bool in_grid;       // f->at is an element of an array that is shaped as the output is
    long row;           // elements of a row of it
    long x;             // of f->at, in its row
} Access;

// "an even one", "a multiple of 4".
static const char *allowed(const Access *a) {
    return a->wide == 2 ? "an even one" : a->wide == 4 ? "a multiple of 4" : "a multiple of that";
}

static bool read_access(Access *a, const Explained *e, const Finding *f) {
    const CaseData *data = e->data;
    const long element = (long)element_size(data->entry->params[data->entry->output].type);
    *a = (Access){.e = e, .f = f, .element = element, .wide = element ? f->bytes / element : 0};
    if (strcmp(f->check, "misaligned") || !element || f->bytes > WIDEST || !e->records->launch_count)
        return false;
    a->launch = &e->records->launches[e->records->launch_count - 1];
    long cells = 1;
    for (int axis = 0; axis < cell_axes(data); axis++) cells *= cell_extent(data, axis);
    a->in_grid = cell_axes(data) > 1 && tells(f, FOUND_GLOBAL) && f->room == cells && f->at >= 0;
    a->row = cell_extent(data, 0);
    a->x = a->in_grid ? f->at % a->row : 0;
    return true;
}

// ---- Rows that do not begin at such multiples ---------------------------------------------------------------------------

static bool has_condition(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return false;
    const char *text = line_text(&t, line);
    const bool has = find_word(text, text, "if") || strchr(text, '?');
    free_lines(&t);
    return has;
}

static int count_launches(const char *path) {
    static SourceLines t;
    int count = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count; i++)
        for (const char *at = t.line[i]; (at = strstr(at, "<<<")); at += 3) count++;
    free_lines(&t);
    return count;
}

// The launch is one of several, or is made under a condition: the host chooses the kernel for such rows.
static bool is_chosen_by_host(const Access *a) {
    const int line = condition_over(a->e->source_path, a->launch->place.line);
    return line || count_launches(a->e->source_path) > 1;
}

// Does the line ask whether a number is a multiple of another one? *is: it must be one to go on.
static bool asks_for_multiple(const char *line, bool *is) {
    const char *condition = find_word(line, line, "if"), *rest = condition ? strchr(condition, '%') : NULL;
    if (!rest) return false;
    *is = strstr(rest, "== 0") || strstr(rest, "==0");
    return true;
}

// The launch stands behind the `else` of such a condition, or under the opposite one: the host knows these rows, and has chosen
// another kernel for them.
static bool host_has_chosen(const Access *a) {
    enum { NEAR = 8 };
    static SourceLines t;
    const int line = condition_over(a->e->source_path, a->launch->place.line);
    bool is = false, chosen = false;
    if (!line || !read_lines(&t, a->e->source_path)) return false;
    const char *own = line_text(&t, line);
    if (find_word(own, own, "if")) {
        chosen = asks_for_multiple(own, &is) && !is;
    } else if (find_word(own, own, "else")) {
        for (int above = line - 1; above > 0 && above > line - NEAR; above--)
            if (asks_for_multiple(line_text(&t, above), &is)) {
                chosen = is;
                break;
            }
    }
    free_lines(&t);
    return chosen;
}

static void blame_launch(Cause *cause, const Access *a) {
    const int line = condition_over(a->e->source_path, a->launch->place.line);
    cause->place = a->launch->place;
    if (line && line != a->launch->place.line) cause->place.line = line, cause->place.column = 0;
    cause->other = a->launch->place;
    SAY(other_what, "It is launched here");
    SAY(next,
        "Launch a kernel that loads %ld bytes at once only where n is a multiple of %ld, and another one elsewhere.",
        a->f->bytes, a->wide);
}

static void blame_access(Cause *cause, const Access *a) {
    const int line = condition_over(a->e->source_path, a->f->place.line);
    const int macro = line_of_macro(a->e->source_path, a->f->place.line);
    cause->place = a->f->place;
    if (macro) {
        cause->other = cause->place;
        SAY(other_what, "The macro is used here");
        cause->place.line = macro, cause->place.column = 0;
        SAY(route, "The macro in this line makes the access.");
    }
    if (a->x % a->wide) {
        SAY(next,
            "Take %ld at once only from an x that is a multiple of %ld, in rows whose length is one, and one after the other "
            "elsewhere.",
            a->wide, a->wide);
        return;
    }
    if (!macro && line && line != a->f->place.line && has_condition(a->e->source_path, line)) {
        cause->place.line = line, cause->place.column = 0;
        SAY(route, "This condition lets the access be made there.");
    }
    SAY(next,
        "Take %ld at once only where the length of a row is a multiple of %ld, and one after the other elsewhere.",
        a->wide, a->wide);
}

static void say_row(Cause *cause, const Access *a) {
    const long bytes = a->row * a->element;
    if (a->in_grid) {
        int place[3] = {0};
        cell_place(a->e->data, (size_t)a->f->at, place);
        SAY(what, "Element %ld is x = %d, y = %d", a->f->at, place[0], place[1]);
        if (cell_axes(a->e->data) > 2) SAY(what, ", z = %d", place[2]);
        SAY(what, ", and %ld elements at once must begin at %s. ", a->wide, allowed(a));
    }
    SAY(what,
        "A row has %ld elements here, %ld bytes: only the first one, and each %s after it, begins at a multiple of %ld bytes.",
        a->row, bytes, bytes * 2 % a->f->bytes == 0 ? "second one" : "fourth one", a->f->bytes);
    if (!a->in_grid || a->x % a->wide == 0) {
        SAY(what, " Where the array begins does not matter for the others.");
    } else {
        SAY(what, " And within its row this one begins at x = %ld, which is not %s either.", a->x,
            allowed(a));
    }
    cause->symptom = true; // another launch, or another line, may say more
    if (is_chosen_by_host(a) && !host_has_chosen(a))
        blame_launch(cause, a);
    else
        blame_access(cause, a);
}

// ---- The place itself -----------------------------------------------------------------------------------------------------

static void say_shifted(Cause *cause, const Access *a) {
    cause->place = a->f->place;
    cause->symptom = true;
    if (a->in_grid) {
        SAY(what,
            "Rows begin at multiples of %ld bytes here, for they have %ld elements. But this access begins at x = %ld "
            "of its row, and %ld elements at once must begin at %s.",
            a->f->bytes, a->row, a->x, a->wide, allowed(a));
    } else {
        SAY(what, "That is element %ld of the array, and %ld elements at once must begin at %s.", a->f->at,
            a->wide, allowed(a));
    }
    SAY(next,
        "Follow the index to its beginning: what it starts with, what is added to it, and what it goes on by must all be "
        "multiples of %ld. A shift of 1, for a boundary or a halo, is not.",
        a->wide);
}

static void say_inside(Cause *cause, const Access *a) {
    cause->place = a->f->place;
    cause->symptom = true;
    SAY(what,
        "Elements have %ld bytes each, and this address lies between the beginnings of two: somewhere on its way an offset "
        "is counted in bytes.",
        a->element);
    SAY(next,
        "On a pointer to float or double, + 1 means one element further; on one to char it means a byte. Which "
        "pointer is the offset added to?");
}

static void say_shared(Cause *cause, const Access *a) {
    cause->place = a->f->place;
    cause->symptom = true;
    SAY(what,
        "Shared memory is counted from its beginning: this is element %ld of %ld bytes there, and %ld elements at once must "
        "begin at %s. So each row of the array must have a multiple of %ld elements, a padding included, and the place "
        "within the row must be one, too.",
        a->f->at / a->element, a->element, a->wide, allowed(a), a->wide);
    SAY(next,
        "Write down the element for two rows that follow each other. Pad a row by %ld elements, not by 1, and declare the "
        "array with __align__(%ld).",
        a->wide, a->f->bytes);
}

bool explain_misaligned(Cause *cause, const Explained *e, const Finding *f) {
    Access a;
    if (!read_access(&a, e, f)) return false;
    const bool rows_begin_apart = cell_axes(e->data) > 1 && a.wide > 1 && a.row % a.wide != 0;
    if (tells(f, FOUND_INSIDE_ELEMENT))
        say_inside(cause, &a);
    else if (a.wide < 2)
        return false;
    else if (tells(f, FOUND_SHARED) && f->room && f->at % a.element == 0)
        say_shared(cause, &a);
    else if (tells(f, FOUND_GLOBAL) && rows_begin_apart && (a.in_grid || !f->room))
        say_row(cause, &a);
    else if (tells(f, FOUND_GLOBAL) && f->room)
        say_shifted(cause, &a);
    return cause->what[0] != 0;
}
