// The sentences about a wrong term: which one, what stands in its place, how it came there, what to do.
#include "grader/cause/sentences.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/cause/bytes_asked.h"
#include "grader/cause/element_name.h"
#include "grader/cause/variable_line.h"
#include "grader/cause/macro.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// "y+1", "x-1, z+2", "the point itself"; of one axis "f[i+1]".
static void name_place(const Study *s, const int at[3], char *words, size_t size) {
    const int axes = cell_axes(s->data);
    words[0] = 0;
    if (axes == 1) {
        append(words, size, at[0] ? "element i%+d" : "element i", at[0]);
        return;
    }
    for (int axis = 0, named = 0; axis < axes; axis++)
        if (at[axis]) append(words, size, "%s%c%+d", named++ ? ", " : "", 'x' + axis, at[axis]);
    if (!words[0]) append(words, size, "the point itself");
}

const char *input_name(const Study *s) {
    const LabTerm *t = s->main.term >= 0 ? &s->entry->terms[s->main.term] : NULL;
    for (int i = 0; t && i < t->factor_count; i++)
        if (t->factor[i].of_cell) return s->entry->params[t->factor[i].param].name;
    for (int i = 0; i < s->data->arg_count; i++)
        if (s->entry->params[i].kind == PARAM_INPUT) return s->entry->params[i].name;
    return "the input";
}

const char *output_name(const Study *s) {
    return s->entry->params[s->entry->output].name;
}

static void name_element(const Study *s, const WFactor *f, char *words, size_t size) {
    append(words, size, "`");
    name_memory(s->data, &s->w, f ? f->space : "none", f ? f->name : "-", f ? f->index : 0, words, size);
    append(words, size, "`");
}

// Of an array that each thread has for itself: its name is the compiler's.
bool is_threads_own(const WFactor *f) {
    return f && !strcmp(f->space, "local");
}

// What stands in place of the element, in words.
static void name_source(const Study *s, char *words, size_t size) {
    const WFactor *f = s->main.got >= 0 ? element_factor(&s->w, &s->w.term[s->main.got]) : NULL;
    char place[80];
    words[0] = 0;
    switch (s->main.source) {
    case SOURCE_ELEMENT:
        name_place(s, s->main.at, place, sizeof place);
        append(words, size, "`%s` at %s", input_name(s), place);
        break;
    case SOURCE_BEFORE: append(words, size, "what `%s` held before the kernel ran", output_name(s)); break;
    case SOURCE_STORED:
        append(words, size, "a value of `%s` that another thread has just stored", output_name(s));
        break;
    case SOURCE_UNWRITTEN:
        append(words, size,
               is_threads_own(f) ? "an unwritten element of an array of the thread's own"
                                 : "the unwritten element ");
        if (!is_threads_own(f)) name_element(s, f, words, size);
        break;
    case SOURCE_UNSET: append(words, size, "a variable that was never given a value"); break;
    case SOURCE_NUMBER: append(words, size, "a constant"); break;
    default: append(words, size, "a value that is not an element of `%s`", input_name(s));
    }
}

void say_points(Cause *cause, const Study *s) {
    char where[300];
    const StudyCell *x = &s->cell[s->example];
    describe_where(s, where, sizeof where);
    if (where[0])
        SAY(what, " %s", where);
    else if (cell_axes(s->data) == 1)
        SAY(what, " at %d of the %d elements examined, for example element %zu", s->cells, s->todo,
            x->cell->index);
    else if (s->main.kind == DIFFERS_UNWRITTEN)
        SAY(what, " at x = %d, y = %d, z = %d, and at other points that form no pattern", x->place[0],
            x->place[1], x->place[2]);
    else
        SAY(what, " at %d of the %d points examined, for example at x = %d, y = %d, z = %d", s->cells,
            s->todo, x->place[0], x->place[1], x->place[2]);
}

static const char *term_name(const Study *s) {
    return s->main.term >= 0 ? s->entry->terms[s->main.term].name : "";
}

static void say_moved_values(Cause *cause, const Study *s, const Moved *m) {
    char place[80];
    const char a = (char)('x' + m->a), b = (char)('x' + m->b);
    if (m->kind == MOVED_SHIFTED) {
        name_place(s, m->shift, place, sizeof place);
        SAY(what, "The values of another point are used: each point gets the sum of the point at %s,", place);
        say_points(cause, s);
        SAY(what, ".");
    } else if (m->stored) {
        SAY(what, "Each point holds the sum of the point with %c and %c exchanged.", a, b);
    } else {
        SAY(what, "Each value is the element of `%s` with %c and %c exchanged.", input_name(s), a, b);
    }
    if (m->stored && m->kind == MOVED_SHIFTED)
        SAY(route,
            "The boundary was overwritten, too: along %c, results are stored next to the point that "
            "they belong to.",
            m->shift[0]   ? 'x'
            : m->shift[1] ? 'y'
                          : 'z');
    if (m->stored)
        SAY(next, "Compare the index of the store with the one that the point is loaded from.");
    else if (m->kind == MOVED_EXCHANGED)
        SAY(next, "Compare the index of this load with the index of the store: by which stride is each "
                  "coordinate multiplied?");
}

static void say_exchanged(Cause *cause, const Study *s, int other) {
    char own[80] = "", others[80] = "", source[200];
    name_coefficient(s, s->main.term, own, sizeof own);
    name_coefficient(s, other, others, sizeof others);
    name_source(s, source, sizeof source);
    SAY(what,
        "Two neighbours are swapped: the term for %s uses %s, and vice versa. The value at %s is "
        "multiplied by %s instead of %s,",
        term_name(s), source, term_name(s), others, own);
    say_points(cause, s);
    SAY(what, ".");
}

static void say_element(Cause *cause, const Study *s) {
    char source[200];
    const Moved moved = find_moved(s);
    const int other = exchanged_with(s);
    if (moved.kind != MOVED_NOT) {
        say_moved_values(cause, s, &moved);
        return;
    }
    if (other >= 0) {
        say_exchanged(cause, s, other);
        return;
    }
    name_source(s, source, sizeof source);
    SAY(what, "The term for %s uses %s", term_name(s), source);
    say_points(cause, s);
    SAY(what, s->uniform ? "." : "; elsewhere yet another one.");
}

static void say_factor(Cause *cause, const Study *s) {
    const LabTerm *t = &s->entry->terms[s->main.term];
    const char *name = "";
    long right = -1;
    for (int i = 0; i < t->factor_count; i++)
        if (!t->factor[i].of_cell)
            name = s->entry->params[t->factor[i].param].name, right = t->factor[i].index;
    if (cell_axes(s->data) == 1)
        SAY(what, "The term for %s has the wrong divisor, or none,", term_name(s));
    else if (s->main.by_value >= 0)
        SAY(what, "The value at %s is multiplied by %s[%ld], not by %s[%ld],", term_name(s), name,
            s->main.by_value, name, right);
    else
        SAY(what, "The value at %s is not multiplied by %s[%ld],", term_name(s), name, right);
    say_points(cause, s);
    SAY(what, ".");
}

static int count_kind(const Study *s, DifferenceKind kind) {
    const Differences *d = &s->cell[s->example].d;
    int count = 0;
    for (int i = 0; i < d->count; i++) count += d->list[i].kind == kind;
    return count;
}

// One term alone, and no summand beside the terms: else a factor or a divisor of several is the likelier mistake.
static bool counts_twice(const Study *s) {
    return fabs(s->main.times - 2) < 1e-5 && count_kind(s, DIFFERS_NUMBER) == 1 &&
           !count_kind(s, DIFFERS_EXTRA);
}

static void say_number(Cause *cause, const Study *s) {
    const double times = s->main.times;
    if (fabs(times + 1) < 1e-5)
        SAY(what, "The term for %s has the wrong sign", term_name(s));
    else if (counts_twice(s))
        SAY(what, "The term for %s appears twice in the sum", term_name(s));
    else
        SAY(what, "The term for %s is %.4g times what it should be", term_name(s), times);
    say_points(cause, s);
    SAY(what, ".");
}

// Where the terms that are there begin to be added up.
static void blame_first_joining(Cause *cause, const Study *s) {
    const int line = first_joining_line(s);
    if (!line || !s->source_path) return;
    snprintf(cause->place.file, sizeof cause->place.file, "%s", s->source_path);
    cause->place.line = line;
    cause->place.column = 0;
}

// All but a few are missing: what was added up before was thrown away.
static bool lost_terms(const Study *s) {
    const int missing = count_kind(s, DIFFERS_MISSING);
    const bool first = s->marches && only_in_first_plane(s); // there nothing was loaded for them before
    return s->main.kind == DIFFERS_MISSING && missing > 1 && missing < s->entry->term_count && !first;
}

static void say_missing(Cause *cause, const Study *s) {
    const Differences *d = &s->cell[s->example].d;
    if (lost_terms(s)) {
        SAY(what, "The terms for ");
        for (int i = 0, named = 0; i < d->count; i++)
            if (d->list[i].kind == DIFFERS_MISSING)
                SAY(what, "%s%s", named++ ? ", " : "", s->entry->terms[d->list[i].term].name);
        SAY(what, " are missing");
    } else {
        SAY(what, "The term for %s is missing", term_name(s));
    }
    say_points(cause, s);
    SAY(what, ".");
}

// The terms of the points that the thread computed before are in the sum, too.
static bool sum_goes_on(const Study *s) {
    return s->marches && s->main.kind == DIFFERS_EXTRA && s->cell[s->example].step > 0 &&
           count_kind(s, DIFFERS_EXTRA) >= s->entry->term_count - 1;
}

static bool unset_in_sum(const Study *s) {
    return s->main.kind == DIFFERS_EXTRA && s->main.source == SOURCE_UNSET;
}

// "sum += ...": where the sum got its first value, before the march.
static void name_beginning(Cause *cause, const Study *s) {
    char name[64];
    const int line = in_student_file(&cause->place, s->source_path)
                         ? line_where_sum_begins(s->source_path, cause->place.line, name, sizeof name)
                         : 0;
    if (!line || line == cause->place.line) return;
    cause->other = (SourcePlace){.line = line};
    SAY(other.file, "%s", cause->place.file);
    SAY(other_what, "`%s` gets its first value here, once for all points of the thread", name);
}

// What is wrong with the sum as a whole, not with one of its terms. False: nothing is.
static bool say_sum(Cause *cause, const Study *s) {
    bool other_size = false;
    const int copy = s->main.kind == DIFFERS_MISSING ? line_of_short_copy(s->source_path, &other_size) : 0;
    if (copy && (other_size || lost_terms(s))) {
        blame_first_joining(cause, s);
        cause->other = cause->place;
        SAY(other_what, "It is used here");
        cause->made_there = true; // a copy before a launch is no TODO's
        cause->lacks = PART_SUM;
        cause->place = (SourcePlace){.line = copy};
        SAY(place.file, "%s", s->source_path);
        SAY(route,
            other_size
                ? "This copy to a variable of the device takes the size of another type than the variable has: a part of "
                  "it stays 0, and so does what that is multiplied by."
                : "This copy to a variable of the device counts elements where bytes are asked for: most of the variable "
                  "stays 0, and so does what it is multiplied by.");
        SAY(next, "Multiply the number of elements by the size of one, or take the sizeof of the variable.");
    } else if (lost_terms(s) && !is_summed_elsewhere(s)) {
        blame_first_joining(cause, s);
        if (begins_sum(s->source_path, cause->place.line)) {
            if (say_empty_term(cause, s)) return true;
            SAY(route, "The sum that has the other terms begins here, and nothing adds these to it.");
            SAY(next, "Which line is to add them, and is it reached for these points?");
            return true;
        }
        SAY(route, "What was added up before this line does not reach the result.");
        SAY(next, "Is a sum restarted here that should continue (= instead of +=)?");
    } else if (sum_goes_on(s)) {
        blame_first_joining(cause, s);
        name_beginning(cause, s);
        SAY(next, "Initialise the sum again for each point: with its first product, or with 0.");
    } else if (unset_in_sum(s)) {
        blame_first_joining(cause, s);
        const int line = s->source_path ? line_of_unset(s->source_path, cause->place.line) : 0;
        if (line) cause->place.line = line;
        SAY(next, "Give it its first value where it is declared: the first product, or 0.");
    }
    return cause->place.line > 0;
}

static void say_extra(Cause *cause, const Study *s) {
    char source[200];
    name_source(s, source, sizeof source);
    if (sum_goes_on(s))
        SAY(what, "The sum still holds the terms of the points that the thread computed before");
    else if (unset_in_sum(s))
        SAY(what, "The sum begins with a variable that was never given a value");
    else if (s->main.source == SOURCE_BEFORE)
        SAY(what, "You add to what `%s` held before", output_name(s));
    else
        SAY(what, "Besides its own terms, the sum contains %s", source);
    say_points(cause, s);
    SAY(what, ".");
}

// The line of the term that has the example's element in its place.
static void name_other_term(Cause *cause, const Study *s, int term) {
    const Differences *d = &s->cell[s->example].d;
    for (int i = 0; i < d->count; i++) {
        const SourcePlace *place =
            d->list[i].term == term ? site_place(&s->w, joining_site(s, d->list[i].got)) : NULL;
        const int caller =
            multiplies_another(s, term, place) ? 0 : site_caller(&s->w, joining_site(s, d->list[i].got));
        if (!place || (caller ? caller : place->line) == cause->place.line) continue;
        cause->other = *place;
        if (caller) cause->other.line = caller;
        SAY(other_what, "The other one is here");
        return;
    }
}

// The new value went into another variable of the same name.
static bool say_shadowed(Cause *cause, const Study *s) {
    char name[64];
    const int line = in_student_file(&cause->place, s->source_path)
                         ? line_of_second_declaration(s->source_path, cause->place.line, name, sizeof name)
                         : 0;
    if (!line) return false;
    cause->other = cause->place;
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    SAY(other_what, "The one that is meant is used here");
    cause->place.line = line;
    cause->place.column = 0;
    cause->stale = cause->first_plane = false;
    SAY(route,
        "This line declares another variable `%s`, which is gone at the end of its block { }: the one that is used "
        "keeps its old value.",
        name);
    SAY(next, "Assign to the variable that is there: leave out the type.");
    return true;
}

static void say_declaration(Cause *cause, const Study *s) {
    const bool unset = s->main.got >= 0 && s->main.source == SOURCE_UNSET && !cause->other.line;
    const int line = unset && in_student_file(&cause->place, s->source_path)
                         ? line_of_unset(s->source_path, cause->place.line)
                         : 0;
    if (!line || line == cause->place.line) return;
    SAY(next, "Give it a value before it is used for the first time.");
    if (s->marches && only_in_first_plane(s)) {
        cause->other = cause->place;
        SAY(other_what, "It is used here, and declared there without a value");
        cause->place.line = line;
        cause->place.column = 0;
        cause->first_plane = true;
        return;
    }
    cause->other = (SourcePlace){.line = line};
    SAY(other.file, "%s", cause->place.file);
    SAY(other_what, "It is declared here, without a value");
}

void say_cause(Cause *cause, const Study *s) {
    if (say_wrong_coefficients(cause, s)) return;
    switch (s->main.kind) {
    case DIFFERS_ELEMENT: say_element(cause, s); break;
    case DIFFERS_FACTOR: say_factor(cause, s); break;
    case DIFFERS_NUMBER: say_number(cause, s); break;
    case DIFFERS_MISSING: say_missing(cause, s); break;
    case DIFFERS_EXTRA: say_extra(cause, s); break;
    case DIFFERS_UNWRITTEN: say_unwritten(cause, s); return;
    case DIFFERS_VALUE: say_value(cause, s); return;
    default: say_boundary(cause, s); return;
    }
    cause->uses_value = true;
    // Of a quotient the witness tells what is divided; where the slip is, a change of the text may show.
    cause->sure =
        s->main.kind == DIFFERS_NUMBER || (s->main.kind == DIFFERS_FACTOR && cell_axes(s->data) > 1);
    if (say_sum(cause, s)) {
        say_own_array(cause, s);
        cause->known = true;
        return;
    }
    const Blame b = find_blame(s);
    const Moved moved = find_moved(s);
    const int other = moved.kind == MOVED_NOT ? exchanged_with(s) : -1;
    int site = moved.stored                    ? s->cell[s->example].cell->site
               : moved.kind == MOVED_EXCHANGED ? loading_site(s, s->main.got)
               : other >= 0                    ? joining_site(s, s->main.got)
                                               : b.site;
    if (!site_place(&s->w, site)) site = b.site;
    const SourcePlace *place = site_place(&s->w, site);
    if (place) cause->place = *place;
    const bool joins = other >= 0 ? !multiplies_another(s, s->main.term, place)
                                  : b.step && b.step->kind == STEP_OPERATION && site == b.site;
    if (place && joins &&
        site_caller(&s->w, site)) { // a helper's sum is right: its caller chose the operands
        cause->place.column = cause->place.line == site_caller(&s->w, site) ? cause->place.column : 0;
        cause->place.line = site_caller(&s->w, site);
    }
    if (moved.stored || moved.kind == MOVED_EXCHANGED || other >= 0) {
        if (other >= 0) name_other_term(cause, s, other);
        cause->known = true;
        return;
    }
    cause->first_plane = b.first_plane;
    if (b.beside >= 0) {
        say_lacking(cause, s, b.beside);
        return;
    }
    if (place && blames_caller(s, b.site)) {
        cause->place.line = site_caller(&s->w, b.site);
        cause->place.column = 0;
    }
    if (b.not_reached) {
        cause->place.line = b.not_reached;
        cause->place.column = 0;
        SAY(route, "The value is still 0, the initial value of its variable: no thread executes this line.");
        SAY(next, "Check its condition: which thread should satisfy it, and does a thread with that index "
                  "exist?");
    }
    if (say_never_filled(cause, s)) {
        cause->known = true;
        return;
    }
    if (b.first_plane && !b.not_reached) say_first_value(cause, s);
    say_route(cause, s, &b);
    if (moved.kind == MOVED_NOT && !b.not_reached) say_parting(cause, s, &b);
    if ((b.stale || b.first_plane || b.not_reached) && say_shadowed(cause, s)) {
        cause->known = true;
        return;
    }
    if (!b.stale) blame_replacement(cause, s);
    say_own_array(cause, s);
    say_warp_ends(cause, s);
    say_declaration(cause, s);
    say_lacking_index(cause, s);
    if (b.not_loaded && !b.first_plane && !b.not_reached && !cause->route[0]) say_not_loaded(cause, s);
    cause->known = true;
    const SourcePlace used = cause->place;
    if (s->main.kind == DIFFERS_ELEMENT) blame_open_macro(cause, s->source_path, &used);
}

void name_automatic(Cause *cause, const char *path, const WGuard *g) {
    if (!wraps_below_zero(g) || cause->other.line || !in_student_file(&cause->place, path)) return;
    const int line = line_of_automatic(path, cause->place.line);
    if (!line) return;
    cause->other = cause->place;
    cause->other.line = line;
    cause->other.column = 0;
    append(cause->other_what, sizeof cause->other_what,
           "It is unsigned, as blockIdx and threadIdx are, because of the `auto` here");
}
