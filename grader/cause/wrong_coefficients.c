// A sum with all of its elements, some of which are multiplied by other ones' coefficients: the line that numbers the coefficients.
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/returned_line.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Is that element of an input in just one term of the example's sum, and no other one's?
static bool has_once(const Study *s, const char *input, long element) {
    const WCell *cell = s->cell[s->example].cell;
    int found = 0;
    for (int i = 0; i < cell->terms; i++) {
        const WFactor *f = element_factor(&s->w, &s->w.term[cell->term + i]);
        found += f && f->kind == FACTOR_INITIAL && f->index == element && !strcmp(f->name, input);
    }
    return found == 1;
}

static bool has_all_elements(const Study *s) {
    const StudyCell *x = &s->cell[s->example];
    if (x->cell->terms != s->entry->term_count) return false;
    for (int k = 0; k < s->entry->term_count; k++) {
        int param = 0;
        const long element = expected_element(s->data, &s->entry->terms[k], x->place, &param);
        if (element < 0 || !has_once(s, s->entry->params[param].name, element)) return false;
    }
    return true;
}

// "c.c[f(...)]" or "c.c[i]" in the line: true, and in `function` the function, or "". False: each number stands there as it is.
static bool computes_number(const char *line, const char *array, char function[SOURCE_NAME]) {
    for (const char *at = line; (at = find_word(line, at, array)); at++) {
        const char *index = at + strlen(array), *end = line + strlen(line);
        if (*index != '[' || (index[1] >= '0' && index[1] <= '9')) continue;
        function[0] = 0;
        index++;
        if (!find_next_name(&index, end, function) || *index != '(') function[0] = 0;
        return true;
    }
    return false;
}

// The lines of the function around the store, up to its end.
static void blame_numbering(Cause *cause, const Study *s, const char *array) {
    static SourceLines t;
    char function[SOURCE_NAME];
    if (!s->source_path || !in_student_file(&cause->place, s->source_path) || !read_lines(&t, s->source_path))
        return;
    int line = cause->place.line;
    while (line > 1 && t.line[line - 2][0] != '}') line--;
    for (; line < t.count && (t.line[line - 1][0] != '}' || line < cause->place.line); line++) {
        if (!computes_number(t.line[line - 1], array, function)) continue;
        const int returned = function[0] ? line_of_returned_value(&t, function) : 0;
        cause->other = cause->place;
        cause->other.line = line, cause->other.column = 0;
        SAY(other_what, "The coefficient is taken here");
        cause->place.line = returned ? returned : line, cause->place.column = 0;
        if (!returned) cause->other = (SourcePlace){.line = 0}, cause->other_what[0] = 0;
        break;
    }
    free_lines(&t);
}

bool say_wrong_coefficients(Cause *cause, const Study *s) {
    enum { NAMED = 4 };
    const StudyCell *x = &s->cell[s->example];
    const bool by_element = s->main.kind == DIFFERS_ELEMENT || s->main.kind == DIFFERS_FACTOR;
    int wrong = 0;
    if (!by_element || !has_all_elements(s) || exchanged_with(s) >= 0) return false;
    for (int k = 0; k < s->entry->term_count; k++) wrong += x->d.matched[k] < 0;
    if (wrong < 2) return false;
    const int joined = x->d.count ? joining_line(s, x->d.list[0].got) : 0;
    const SourcePlace *store = site_place(&s->w, x->cell->site);
    if (!store) return false;
    SAY(what,
        "Each of the %d elements is in the sum, but %d of them are multiplied by another one's coefficient: ",
        s->entry->term_count, wrong);
    for (int k = 0, named = 0; k < s->entry->term_count && named <= NAMED; k++) {
        if (x->d.matched[k] >= 0) continue;
        if (named == NAMED)
            SAY(what, " and others");
        else
            SAY(what, "%s%s", named ? ", " : "", s->entry->terms[k].name);
        named++;
    }
    SAY(what, ".");
    cause->place = *store;
    if (joined) cause->place.line = joined, cause->place.column = 0;
    cause->known = cause->uses_value = true;
    blame_numbering(cause, s, "c");
    SAY(next,
        "Write down which coefficient belongs to which neighbour, in the order that the lab gives, and compare.");
    return true;
}
