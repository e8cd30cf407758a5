// A sum that lacks a term wherever it is stored: what is missing in it, and beside which line.
#include <string.h>

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
