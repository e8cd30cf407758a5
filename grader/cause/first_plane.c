// What a march begins with: a value or an array that nothing loads before its loop.
#include <stdio.h>
#include <string.h>

#include "grader/cause/loop_line.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Takes `line` for the one to blame; the one that was is where the value is used.
static void take_line(Cause *cause, int line) {
    cause->other = cause->place;
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    SAY(other_what, "It is used here");
    cause->place.line = line;
    cause->place.column = 0;
}

// The number of the coefficient that the term is multiplied by; -1: by none that an array has.
static long coefficient_of(const LabTerm *t) {
    for (int i = 0; i < t->factor_count; i++)
        if (!t->factor[i].of_cell) return t->factor[i].index;
    return -1;
}

void say_first_value(Cause *cause, const Study *s) {
    char name[64];
    const long coefficient = s->main.term < 0 ? -1 : coefficient_of(&s->entry->terms[s->main.term]);
    const int used = cause->place.line;
    if (coefficient < 0 || !in_student_file(&cause->place, s->source_path) ||
        !name_beside_coefficient(s->source_path, used, coefficient, name, sizeof name))
        return;
    const int line = line_of_first_value(s->source_path, used, name);
    if (!line) return;
    take_line(cause, line);
    SAY(route,
        "Where the march begins, `%s` still has its very first value, which is not an element of the input: nothing loads one "
        "before the loop.",
        name);
    SAY(next, "Load before the loop what the first step uses and does not load itself.");
}

// What the loop's first step uses was never filled, although a line before the loop fills others.
static bool say_others_filled(Cause *cause, const Study *s, const WFactor *f, int used) {
    if (!s->marches || !only_in_first_plane(s)) return false;
    const int line = line_of_first_value(s->source_path, used, f->name);
    if (!line || declares_shared(s->source_path, line)) return false;
    snprintf(cause->place.file, sizeof cause->place.file, "%s", s->source_path);
    cause->place.line = used;
    take_line(cause, line);
    cause->first_plane = true;
    SAY(route,
        "This line fills `%s` before the loop begins, but not all that its first step uses in this block.",
        f->name);
    SAY(next,
        "Which elements does the first step read, in the first block and in the others? Just these must be filled before it.");
    return true;
}

bool say_never_filled(Cause *cause, const Study *s) {
    const WFactor *f = s->main.got >= 0 && s->main.source == SOURCE_UNWRITTEN
                           ? element_factor(&s->w, &s->w.term[s->main.got])
                           : NULL;
    const int used = joining_line(s, s->main.got);
    const int loop =
        f && !strcmp(f->space, "shared") && used ? line_of_unprepared_loop(s->source_path, used, f->name) : 0;
    if (!loop && f && used && !strcmp(f->space, "shared")) return say_others_filled(cause, s, f, used);
    if (!loop) return false;
    snprintf(cause->place.file, sizeof cause->place.file, "%s", s->source_path);
    cause->place.line = used;
    take_line(cause, loop);
    cause->first_plane = true;
    SAY(route, "Nothing puts anything into `%s` before this loop begins, and its first step uses it.",
        f->name);
    SAY(next, "Load before the loop what the first step uses and does not load itself.");
    return true;
}
