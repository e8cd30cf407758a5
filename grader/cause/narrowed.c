// Values that lost a part of themselves on their way: no sum of products shows it.
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/brackets.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/statements.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/loop_line.h"
#include "grader/cause/study.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The same line, however often it is inlined.
static bool same_line(const Study *s, int site, int other) {
    const SourcePlace *a = site_place(&s->w, site), *b = site_place(&s->w, other);
    return site == other || (a && b && a->line == b->line && !strcmp(a->file, b->file));
}

// By the same line; a variable that is a float makes floats wherever it is set, and a lane that is missing gives nothing to any
// shuffle.
static bool same_narrowing(const Study *s, const WCell *a, const WCell *b) {
    return a->narrowed == b->narrowed &&
           (a->narrowed != WNARROWED_WHOLE || same_line(s, a->narrowed_site, b->narrowed_site));
}

// Of all places at which a variable that is a float is set the first one in the file: where it is declared.
static const StudyCell *first_in_file(const Study *s, const StudyCell *x) {
    const SourcePlace *place = site_place(&s->w, x->cell->narrowed_site);
    for (const StudyCell *y = x + 1; y < s->cell + s->count; y++) {
        const SourcePlace *other = site_place(&s->w, y->cell->narrowed_site);
        if (!y->wrong || y->cell->narrowed != x->cell->narrowed || !place || !other) continue;
        if (!strcmp(place->file, other->file) && other->line < place->line) x = y, place = other;
    }
    return x;
}

// Most of the wrong cells went through this instruction, and hardly one of the right ones.
static bool tells_them_apart(const Study *s, const WCell *like) {
    int wrong = 0, wrong_have = 0, right = 0, right_have = 0;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo || !x->written) continue;
        const bool has = same_narrowing(s, x->cell, like);
        wrong += x->wrong, wrong_have += x->wrong && has;
        right += !x->wrong, right_have += !x->wrong && has;
    }
    // A few that went through it come right by luck: what they lost was next to nothing.
    return wrong_have * 5 >= wrong * 4 && (right_have * 5 <= right || right_have * 20 <= wrong_have);
}

// Where the value is stored into an array, that was declared with the wrong type.
static void say_array(Cause *cause, const Study *s, bool whole) {
    char name[64];
    const int line = in_student_file(&cause->place, s->source_path) &&
                             array_that_is_set(s->source_path, cause->place.line, name, sizeof name)
                         ? line_of_declaration(s->source_path, name)
                         : 0;
    if (!line || line == cause->place.line || (whole && !declares_whole(s->source_path, line))) return;
    cause->other = cause->place;
    cause->made_there = true; // what declares it may be no TODO's
    cause->place.line = line;
    cause->place.column = 0;
    SAY(other_what, "The value goes into it here");
    SAY(route, "`%s` is declared here, and its elements are %s.", name, whole ? "whole numbers" : "floats");
}

// "using NAME = Column<float>;" or "typedef Column<float> NAME;": the line; 0: there is none.
static int line_of_float_type(const SourceLines *t, const char *name) {
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i];
        const bool names = find_word(line, line, "using") || find_word(line, line, "typedef");
        if (names && find_word(line, line, name) && find_word(line, line, "float")) return i + 1;
    }
    return 0;
}

// "Column<float> mine;" above in the function, or the type that is declared so elsewhere, where the value goes into mine.above: the line;
// 0: there is none.
static int line_of_float_object(const SourceLines *t, int line) {
    char object[SOURCE_NAME], type[SOURCE_NAME];
    const char *text = line_text(t, line), *mark = find_assignment(text), *dot = strchr(text, '.');
    if (!mark || !dot || dot > mark || !name_before(text, dot, object)) return 0;
    for (int i = line - 1; i > 0 && t->line[i - 1][0] != '}'; i--) {
        const char *above = t->line[i - 1], *name = find_name(above, above, object),
                   *real = find_word(above, above, "float");
        if (name && real && real < name && !memchr(real, '(', (size_t)(name - real))) return i;
        const char *ends = name ? before_blanks(above, name) : NULL;
        if (ends && ends < name && name_before(above, ends, type)) return line_of_float_type(t, type);
    }
    return 0;
}

static void say_object(Cause *cause, const Study *s) {
    static SourceLines t;
    if (cause->other.line || !in_student_file(&cause->place, s->source_path) ||
        !read_lines(&t, s->source_path))
        return;
    const int line = line_of_float_object(&t, cause->place.line);
    free_lines(&t);
    if (!line) return;
    cause->other = cause->place;
    cause->made_there = true;
    cause->place.line = line, cause->place.column = 0;
    SAY(other_what, "The value goes into it here");
    SAY(route, "What keeps it is declared here, and has floats.");
}

// The value is what a function returns that is declared as a float: its head, some lines above.
static void say_returned(Cause *cause, const Study *s) {
    enum { FAR = 8 };
    static SourceLines t;
    int found = 0, returns = 0;
    if (cause->other.line || !in_student_file(&cause->place, s->source_path) ||
        !read_lines(&t, s->source_path))
        return;
    for (int line = cause->place.line; line > 0 && line > cause->place.line - FAR && !found; line--) {
        const char *text = line_text(&t, line);
        if (!returns && line < cause->place.line && strpbrk(text, ";{}")) break; // another statement's
        if (!returns && find_word(text, text, "return")) returns = line;
        if (returns && line < returns && text[0] != ' ' && find_word(text, text, "float") &&
            strchr(text, '('))
            found = line;
    }
    free_lines(&t);
    if (!found) return;
    cause->other = cause->place;
    cause->place.line = found;
    cause->place.column = 0;
    SAY(other_what, "The value is computed here");
    SAY(route, "This function returns a float.");
}

static bool declares(const Study *s, const SourceLines *t, int line, const char *name, bool whole) {
    const char *text = t->line[line - 1];
    return find_name(text, text, name) &&
           (whole ? declares_whole(s->source_path, line) : find_word(text, text, "float") != NULL);
}

// The value is assigned, or added, to a variable that is declared as a float, or as a whole number, some lines above.
static void say_variable(Cause *cause, const Study *s, bool whole) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int found = 0;
    if (cause->other.line || !in_student_file(&cause->place, s->source_path) ||
        !read_lines(&t, s->source_path))
        return;
    const char *text = behind_heads(line_text(&t, cause->place.line)), *mark = find_assignment(text);
    const char *sign = mark && mark > text && strchr("+-*/", mark[-1]) ? mark - 1 : mark;
    if (mark && name_before(text, sign, name) && find_name(text, text, name) == text)
        for (int line = cause->place.line - 1; line > 0 && t.line[line - 1][0] != '}' && !found; line--)
            if (declares(s, &t, line, name, whole)) found = line;
    free_lines(&t);
    if (!found) return;
    cause->other = cause->place;
    cause->place.line = found;
    cause->place.column = 0;
    SAY(other_what, "The value goes into it here");
    SAY(route, "`%s` is declared here, as %s.", name, whole ? "a whole number" : "a float");
}

// A lane that left too early has mostly left points of its own, too: then that is the cause.
static bool leaves_points(const Study *s) {
    bool leaves = false;
    for (int i = 0; i < s->count; i++) leaves |= s->cell[i].wrong && s->cell[i].todo && !s->cell[i].written;
    return leaves;
}

// The line at which the lane left that the shuffle at cause->place asks, and that its mask names: then that is to blame. False: the mask
// knows that the lane is gone, and something else does not.
static bool blame_departure(Cause *cause, const Study *s) {
    for (int i = 0; i < s->records->departure_count; i++) {
        const Finding *f = &s->records->departures[i];
        if (f->place.line != cause->place.line || strcmp(f->place.file, cause->place.file) ||
            !in_student_file(&f->other_place, s->source_path))
            continue;
        cause->other = cause->place;
        SAY(other_what, "The shuffle is here");
        cause->place = f->other_place;
        return true;
    }
    return false;
}

bool say_narrowed(Cause *cause, const Study *s) {
    const StudyCell *x = s->cell;
    while (x < s->cell + s->count && !(x->wrong && x->todo && x->written && x->cell->narrowed)) x++;
    if (x == s->cell + s->count || !tells_them_apart(s, x->cell)) return false;
    if (x->cell->narrowed == WNARROWED_LEFT && leaves_points(s)) return false;
    if (x->cell->narrowed == WNARROWED_FLOAT) x = first_in_file(s, x);
    const SourcePlace *place = site_place(&s->w, x->cell->narrowed_site);
    const char *output = s->entry->params[s->entry->output].name;
    if (!place) return false;
    cause->known = true;
    cause->place = *place;
    cause->example = (long)x->cell->index;
    if (x->cell->narrowed == WNARROWED_LEFT) {
        SAY(what,
            "On its way to `%s` a value comes by a shuffle from a lane that has left the kernel before: that one has no value to give.",
            output);
        cause->sure = blame_departure(cause, s);
        SAY(next,
            "Every lane of the mask, also one that computes nothing, must execute the shuffle: call it outside of the "
            "condition, and let no thread return before it.");
    } else if (x->cell->narrowed == WNARROWED_IDLE) {
        SAY(what,
            "On its way to `%s` a value comes by this shuffle from a lane that does not execute it, or that its mask does not "
            "name: CUDA does not say what value that is.",
            output);
        SAY(next,
            "A lane gives its value only where it executes the shuffle itself: call it outside of the condition, with a mask that "
            "names all lanes whose values are wanted.");
        cause->sure = true;
    } else if (x->cell->narrowed == WNARROWED_WHOLE) {
        say_array(cause, s, true);
        say_variable(cause, s, true);
        SAY(what,
            "On its way to `%s` a value becomes a whole number%s: the digits after its decimal point are lost.",
            output, cause->other.line ? "" : " on this line");
        SAY(next, "Store it in a variable of its own type: an int cannot hold a fraction.");
    } else {
        say_array(cause, s, false);
        say_object(cause, s);
        say_returned(cause, s);
        say_variable(cause, s, false);
        SAY(what, "On its way to `%s` a value becomes a float%s: half of the digits of a double are lost.",
            output, cause->other.line ? "" : " on this line");
        SAY(next,
            "Every variable between the load and the store must be a double, and so must the parameters and results of functions.");
    }
    return true;
}
