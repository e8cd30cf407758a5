// An array of the thread's own where the block's was meant: __shared__ is missing.
#include <stdio.h>
#include <string.h>

#include "grader/cause/sentences.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool has_array(const Study *s, const char *space) {
    for (int i = 0; i < s->w.arrays; i++)
        if (!strcmp(s->w.array[i].space, space)) return true;
    return false;
}

// The terms of all elements but the point's own are missing, or were never written.
static bool lacks_neighbours(const Study *s) {
    const Differences *d = &s->cell[s->example].d;
    int lacking = 0;
    for (int i = 0; i < d->count; i++)
        lacking += d->list[i].kind == DIFFERS_MISSING || d->list[i].source == SOURCE_UNWRITTEN ||
                   d->list[i].source == SOURCE_UNSET;
    return lacking == s->entry->term_count - 1 && lacking > 1;
}

// An array of the thread's own where the block's was meant. What a thread reads of it and never stored itself has no
// value, and a compiler may leave it out.
void say_own_array(Cause *cause, const Study *s) {
    char name[64];
    const bool looks = s->w.launches && !has_array(s, "shared") && s->source_path && lacks_neighbours(s);
    const int line = looks ? line_of_own_array(s->source_path, name, sizeof name) : 0;
    if (!line) return;
    snprintf(cause->place.file, sizeof cause->place.file, "%s", s->source_path);
    cause->place.line = line;
    cause->place.column = 0;
    cause->route[0] = cause->next[0] = 0;
    SAY(route,
        "`%s` is not declared __shared__: each thread has its own private copy, and does not see "
        "what other threads store in theirs.",
        name);
    SAY(next, "Declare it with __shared__: then a block has one, which all its threads fill and read.");
}
