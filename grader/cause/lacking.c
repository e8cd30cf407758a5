// A sum that lacks a term wherever it is stored: what is missing in it, and beside which line.
#include <string.h>

#include "grader/cause/loop_line.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

void name_coefficient(const Study *s, int term, char *words, size_t size) {
    const LabTerm *t = &s->entry->terms[term];
    for (int i = 0; i < t->factor_count; i++)
        if (!t->factor[i].of_cell) {
            append(words, size, "%s[%ld]", s->entry->params[t->factor[i].param].name, t->factor[i].index);
            return;
        }
    append(words, size, "its own factor");
}

bool say_empty_term(Cause *cause, const Study *s) {
    const LabTerm *t = &s->entry->terms[s->main.term];
    char coefficient[80] = "";
    int line = 0;
    for (int i = 0; i < t->factor_count; i++)
        if (!t->factor[i].of_cell)
            line = line_of_coefficient(s->source_path, cause->place.line, t->factor[i].index);
    if (!line) return false;
    name_coefficient(s, s->main.term, coefficient, sizeof coefficient);
    cause->place.line = line;
    cause->place.column = 0;
    SAY(route,
        "%s stands in this line. Either the line is not reached for these points, or %s is multiplied by 0 in it: by an "
        "element that holds 0 and no value of `%s`.",
        coefficient, coefficient, input_name(s));
    SAY(next, "Which element does this line read for the first wrong point? Compute its indices by hand.");
    return true;
}

void say_lacking(Cause *cause, const Study *s, int beside) {
    const StudyCell *x = &s->cell[s->example];
    char coefficient[80] = "";
    name_coefficient(s, s->main.term, coefficient, sizeof coefficient);
    SAY(place.file, "%s", cause->place.line ? "" : s->source_path);
    cause->place.line = joining_line(s, x->d.matched[beside]);
    cause->place.column = 0;
    SAY(route, "Nothing adds %s times the value at %s to this sum. Its term for %s is added in this line.",
        coefficient, s->entry->terms[s->main.term].name, s->entry->terms[beside].name);
    SAY(next, "Write down the terms that the sum should have, one for each coefficient, and compare.");
    cause->known = true;
}
