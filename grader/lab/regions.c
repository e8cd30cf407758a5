// Finds the regions of TODOs in a source file and puts a solution's in their place.
#include "grader/lab/regions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/cpp_comments.h"

static bool take_prefix(const char **at, const char *end, const char *prefix) {
    size_t length = strlen(prefix);
    if ((size_t)(end - *at) < length || memcmp(*at, prefix, length)) return false;
    *at += length;
    return true;
}

// The TODO whose id stands at `at`, and is not the start of a longer id; -1 where there is none.
static int todo_at(const LabSpec *spec, const char *at, const char *end) {
    for (int i = 0; i < spec->todo_count; i++) {
        const char *behind = at;
        if (!take_prefix(&behind, end, spec->todos[i].id)) continue;
        bool longer =
            behind < end && (isalnum((unsigned char)*behind) ||
                             (*behind == '.' && behind + 1 < end && isalnum((unsigned char)behind[1])));
        if (!longer) return i;
    }
    return -1;
}

// One comment that may open or close a region. False where it does so in the wrong place.
static bool take_mark(Regions *regions, const LabSpec *spec, const char *text, const LineComment *comment,
                      int *open) {
    const char *at = text + comment->begin, *end = text + comment->end;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    const bool closes = take_prefix(&at, end, "end ");
    if (!closes) take_prefix(&at, end, "TODO ");
    const int todo = todo_at(spec, at, end);
    if (todo < 0) return true;
    if (closes) {
        if (*open != todo) return false;
        regions->list[regions->count++].end = comment->line;
        *open = -1;
    } else if (todo != *open) { // inside its own region an id is only a comment
        if (*open >= 0 || regions->count == REGIONS_MAX) return false;
        const size_t begin = text[comment->end] ? comment->end + 1 : comment->end;
        regions->list[regions->count] = (Region){.todo = todo, .begin = begin};
        *open = todo;
    }
    return true;
}

bool regions_find(Regions *regions, const LabSpec *spec, const char *text) {
    CommentCursor cursor = {.text = text};
    LineComment comment;
    int open = -1;
    regions->count = 0;
    while (next_comment(&cursor, &comment))
        if (comment.plain && !take_mark(regions, spec, text, &comment, &open)) return false;
    return open < 0 && !cursor.unclear;
}

static int count_of(const Regions *regions, int todo) {
    int count = 0;
    for (int i = 0; i < regions->count; i++) count += regions->list[i].todo == todo;
    return count;
}

// The `number`-th region of a TODO.
static const Region *region_of(const Regions *regions, int todo, int number) {
    for (int i = 0; i < regions->count; i++)
        if (regions->list[i].todo == todo && number-- == 0) return &regions->list[i];
    return NULL;
}

bool regions_match(const Regions *file, const Regions *solution, int todo) {
    for (int i = 0; i < SPEC_TODOS; i++)
        if (count_of(file, i) != count_of(solution, i)) return false;
    return count_of(file, todo) > 0;
}

// Passes blanks and comments.
static const char *next_code(const char *at, const char *end) {
    while (at < end) {
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (end - at > 1 && at[0] == '/' && at[1] == '/') {
            while (at < end && *at != '\n') at++;
        } else if (end - at > 1 && at[0] == '/' && at[1] == '*') {
            for (at += 2; at < end && !(at[-1] == '*' && at[0] == '/'); at++) {
            }
            if (at < end) at++;
        } else {
            break;
        }
    }
    return at;
}

static bool same_code(const char *a, const char *a_end, const char *b, const char *b_end) {
    for (;;) {
        a = next_code(a, a_end);
        b = next_code(b, b_end);
        if (a == a_end || b == b_end) return a == a_end && b == b_end;
        if (*a++ != *b++) return false;
    }
}

bool regions_touched(const Regions *file, const char *text, const Regions *skeleton,
                     const char *skeleton_text, int todo) {
    for (int number = 0;; number++) {
        const Region *a = region_of(file, todo, number), *b = region_of(skeleton, todo, number);
        if (!a || !b) return a != b;
        if (!same_code(text + a->begin, text + a->end, skeleton_text + b->begin, skeleton_text + b->end))
            return true;
    }
}

char *regions_fill_some(const Regions *file, const char *text, const Regions *others, const char *other_text,
                        const bool *todos) {
    char *filled = NULL;
    size_t from = 0, size = 0;
    int seen[SPEC_TODOS] = {0};
    FILE *to = open_memstream(&filled, &size);
    if (!to) return NULL;
    for (int i = 0; i < file->count; i++) {
        const Region *own = &file->list[i];
        const Region *other = region_of(others, own->todo, seen[own->todo]++);
        if (!todos[own->todo]) continue;
        fwrite(text + from, 1, own->begin - from, to);
        fwrite(other_text + other->begin, 1, other->end - other->begin, to);
        from = own->end;
    }
    fputs(text + from, to);
    bool good = !ferror(to);
    if (fclose(to) == 0 && good) return filled;
    free(filled);
    return NULL;
}

char *regions_fill(const Regions *file, const char *text, const Regions *solution, const char *solution_text,
                   int todo) {
    bool todos[SPEC_TODOS];
    for (int i = 0; i < SPEC_TODOS; i++) todos[i] = i != todo;
    return regions_fill_some(file, text, solution, solution_text, todos);
}

char *regions_undo_after(const Regions *file, const char *text, const Regions *skeleton,
                         const char *skeleton_text, int todo) {
    bool todos[SPEC_TODOS];
    for (int i = 0; i < SPEC_TODOS; i++) todos[i] = i > todo;
    return regions_fill_some(file, text, skeleton, skeleton_text, todos);
}
