// The sentences about a wrong term: which one, what stands in its place, how it came there, what to do.
#include "grader/cause/sentences.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static const char *input_name(const Study *s) {
    for (int i = 0; i < s->data->arg_count; i++)
        if (s->entry->params[i].kind == PARAM_INPUT) return s->entry->params[i].name;
    return "the input";
}

const char *output_name(const Study *s) {
    return s->entry->params[s->entry->output].name;
}

// `tile[2][0][7]`: with an index for each axis of the block where the array has an element for each thread, else one.
static void name_element(const Study *s, const WFactor *f, char *words, size_t size) {
    const WLaunch *l = s->w.launches ? &s->w.launch[s->w.launches - 1] : NULL;
    const bool named = f && f->name[0] != '-';
    long bytes = 0;
    for (int i = 0; named && i < s->w.arrays; i++)
        if (!strcmp(s->w.array[i].name, f->name)) bytes = s->w.array[i].bytes;
    append(words, size, "`%s", named ? f->name : "an element of memory");
    if (!named)
        append(words, size, "`");
    else if (l && bytes == 4L * l->block[0] * l->block[1] * l->block[2] && l->block[2] > 1)
        append(words, size, "[%ld][%ld][%ld]`", f->index / (l->block[0] * l->block[1]),
               f->index / l->block[0] % l->block[1], f->index % l->block[0]);
    else if (l && bytes == 4L * l->block[0] * l->block[1] * l->block[2] && l->block[1] > 1)
        append(words, size, "[%ld][%ld]`", f->index / l->block[0], f->index % l->block[0]);
    else
        append(words, size, "[%ld]`", f->index);
}

// What stands in place of the element, in words.
static void name_source(const Study *s, char *words, size_t size) {
    const StudyCell *x = &s->cell[s->example];
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
        name_element(s, f, words, size);
        append(words, size, ", which was never written");
        break;
    case SOURCE_UNSET: append(words, size, "a variable that was never given a value"); break;
    case SOURCE_NUMBER: append(words, size, "a constant"); break;
    default: append(words, size, "something that is no element of `%s`", input_name(s));
    }
    (void)x;
}

void say_points(Cause *cause, const Study *s) {
    char where[300];
    const StudyCell *x = &s->cell[s->example];
    describe_where(s, where, sizeof where);
    if (where[0])
        SAY(what, " %s", where);
    else if (cell_axes(s->data) == 1)
        SAY(what, " at %d of the %d elements looked at, element %zu for one", s->cells, s->todo,
            x->cell->index);
    else
        SAY(what, " at %d of the %d points looked at, x = %d, y = %d, z = %d for one", s->cells, s->todo,
            x->place[0], x->place[1], x->place[2]);
}

static const char *term_name(const Study *s) {
    return s->main.term >= 0 ? s->entry->terms[s->main.term].name : "";
}

// All terms of the lab lie beside their places by the same step.
static bool all_shifted(const Study *s, int shift[3]) {
    const Differences *d = &s->cell[s->example].d;
    int found = 0;
    for (int i = 0; i < d->count; i++) {
        const Difference *x = &d->list[i];
        if (x->kind != DIFFERS_ELEMENT || x->source != SOURCE_ELEMENT) return false;
        const LabTerm *t = &s->entry->terms[x->term];
        for (int axis = 0; axis < 3; axis++) {
            int offset = 0;
            for (int f = 0; f < t->factor_count; f++)
                if (t->factor[f].of_cell) offset = t->factor[f].offset[axis];
            if (found && x->at[axis] - offset != shift[axis]) return false;
            shift[axis] = x->at[axis] - offset;
        }
        found++;
    }
    return found == s->entry->term_count && found > 1;
}

static void say_element(Cause *cause, const Study *s) {
    char source[200], place[80];
    int shift[3];
    if (all_shifted(s, shift)) {
        name_place(s, shift, place, sizeof place);
        SAY(what, "The values of another point are used: each point gets the sum of the point at %s,", place);
        say_points(cause, s);
        SAY(what, ".");
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
        SAY(what, "The term for %s is not divided by what it should be,", term_name(s));
    else if (s->main.by_value >= 0)
        SAY(what, "The value at %s is multiplied by %s[%ld], not by %s[%ld],", term_name(s), name,
            s->main.by_value, name, right);
    else
        SAY(what, "The value at %s is not multiplied by %s[%ld],", term_name(s), name, right);
    say_points(cause, s);
    SAY(what, ".");
}

static void say_number(Cause *cause, const Study *s) {
    const double times = s->main.times;
    if (fabs(times + 1) < 1e-5)
        SAY(what, "The term for %s has the wrong sign", term_name(s));
    else if (fabs(times - 2) < 1e-5)
        SAY(what, "The term for %s is there twice", term_name(s));
    else
        SAY(what, "The term for %s is %.4g times what it should be", term_name(s), times);
    say_points(cause, s);
    SAY(what, ".");
}

static void say_missing(Cause *cause, const Study *s) {
    SAY(what, "The term for %s is missing", term_name(s));
    say_points(cause, s);
    SAY(what, ".");
}

static void say_extra(Cause *cause, const Study *s) {
    char source[200];
    name_source(s, source, sizeof source);
    if (s->main.source == SOURCE_BEFORE)
        SAY(what, "You add to what `%s` held before", output_name(s));
    else
        SAY(what, "Besides the terms of the sum there is %s", source);
    say_points(cause, s);
    SAY(what, ".");
}

static void say_route(Cause *cause, const Study *s, const Blame *b) {
    if (b->filled) {
        const int *t = b->filled->who.thread;
        SAY(route,
            "This line fills it: elsewhere thread (%d,%d,%d) writes that element. Which threads are kept away here?",
            t[0], t[1], t[2]);
        SAY(next, "Every element that is used later must be written, those of the halo too.");
        const SourcePlace *use = b->use ? site_place(&s->w, b->use->site) : NULL;
        if (use && use->line != cause->place.line) cause->other = *use;
        if (cause->other.line) SAY(other_what, "It is used here");
        return;
    }
    if (b->stale) {
        cause->stale = true;
        SAY(route,
            "This value was right for an earlier point of the same thread, and nothing has replaced it since.");
        SAY(next, "Move the values on at the end of each step, each from the one that comes next.");
    }
    if (b->origin && b->origin != b->step) {
        const SourcePlace *p = site_place(&s->w, b->origin->site);
        const SourcePlace *own = site_place(&s->w, b->site);
        if (p && own && (p->line != own->line || strcmp(p->file, own->file))) {
            cause->other = *p;
            SAY(other_what, "It was loaded here");
        }
    }
}

void say_cause(Cause *cause, const Study *s) {
    switch (s->main.kind) {
    case DIFFERS_ELEMENT: say_element(cause, s); break;
    case DIFFERS_FACTOR: say_factor(cause, s); break;
    case DIFFERS_NUMBER: say_number(cause, s); break;
    case DIFFERS_MISSING: say_missing(cause, s); break;
    case DIFFERS_EXTRA: say_extra(cause, s); break;
    case DIFFERS_UNWRITTEN: say_unwritten(cause, s); return;
    default: say_boundary(cause, s); return;
    }
    const Blame b = find_blame(s);
    const SourcePlace *place = site_place(&s->w, b.site);
    if (place) cause->place = *place;
    if (place && blames_caller(s, b.site)) {
        cause->place.line = site_caller(&s->w, b.site);
        cause->place.column = 0;
    }
    say_route(cause, s, &b);
    cause->known = true;
}
