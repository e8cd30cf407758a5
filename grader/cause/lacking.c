// A sum that lacks a term wherever it is stored: what is missing in it, and beside which line.
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/loop_line.h"
#include "grader/cause/sentences.h"
#include "grader/cause/truth_line.h"
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

// Does a term of the cell ask for a point of the boundary, which is not to be computed?
static bool asks_for_boundary(const Study *s, const StudyCell *x, int term) {
    int offset[3];
    bool boundary = false;
    if (!offset_of_term(s, term, offset)) return false;
    for (int axis = 0; axis < 3; axis++) {
        const int at = x->place[axis] + offset[axis];
        boundary |= at < s->low[axis] || at > s->high[axis];
    }
    return boundary;
}

bool lacks_boundary(const Study *s) {
    bool later = false;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        for (int k = 0; k < s->entry->term_count && x->todo && x->written; k++)
            if (x->d.matched[k] >= 0 && asks_for_boundary(s, x, k)) return false;
        for (int k = 0; k < x->d.count && x->todo && x->written; k++) {
            const Difference *d = &x->d.list[k];
            if (d->kind != DIFFERS_MISSING || !asks_for_boundary(s, x, d->term)) return false;
            later |= x->step > 0;
        }
    }
    return later;
}

void say_not_loaded(Cause *cause, const Study *s) {
    SAY(route,
        "For other points the value at %s is loaded in this line. For these it is not, and no value of `%s` is in "
        "its place.",
        s->entry->terms[s->main.term].name, input_name(s));
    if (!asks_for_boundary(s, &s->cell[s->example], s->main.term)) {
        SAY(next, "Which condition keeps a thread from loading it, and who is to load it then?");
        return;
    }
    SAY(route,
        " It lies on the boundary of the grid: such a point is not computed, but its neighbours need it.");
    char name[SOURCE_NAME];
    const int line = in_student_file(&cause->place, s->source_path) && !cause->other.line
                         ? line_of_truth(s->source_path, cause->place.line, name, sizeof name)
                         : 0;
    if (line && line != cause->place.line) {
        cause->other = cause->place;
        cause->place.line = line, cause->place.column = 0;
        cause->route[0] = 0;
        SAY(route,
            "By `%s`, which is worked out here, a thread loads no value for a point on the boundary of the grid: such a point is not "
            "computed, but its neighbours need it.",
            name);
        SAY(other_what, "The load is here");
    }
    SAY(next,
        "Load every point that the grid has, those of its boundary too. What is computed is another condition.");
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
