// Is a change among those that are tried of a text with a mistake?
#ifndef WARPBOOK_TESTS_FOUND_H
#define WARPBOOK_TESTS_FOUND_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/edits.h"
#include "tests/check.h"

enum { MOST = 130 };

static inline bool same_but_blanks(const char *a, const char *b) {
    for (;; a++, b++) {
        while (isspace((unsigned char)*a)) a++;
        while (isspace((unsigned char)*b)) b++;
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

// The place among the changes of the one that makes `wrong` right, where line `suspected` is; -1: there is none.
static inline int place_of(const char *wrong, const char *right, int suspected, EditKind *kind, int *line) {
    const int lines[SUSPECTED_LINES] = {suspected};
    Edits edits;
    int found = -1;
    if (!edits_of(&edits, wrong, NULL, lines, MOST)) return -1;
    for (int i = 0; i < edits.count && found < 0; i++) {
        char *text = edited_text(wrong, &edits.list[i]);
        if (text && same_but_blanks(text, right)) {
            found = i;
            *kind = edits.list[i].kind;
            *line = edits.list[i].line;
        }
        free(text);
    }
    edits_free(&edits);
    return found;
}

#define KERNEL(body) "__global__ void f(const float *in, float *out, int n) {\n" body "\n}\n"

// The mistake is in line `at`; what shows it is line `suspected`.
static inline void check_found(const char *wrong, const char *right, int suspected, EditKind kind, int at) {
    EditKind found = EDIT_MACRO;
    int line = 0;
    const int place = place_of(wrong, right, suspected, &found, &line);
    CHECK(place >= 0);
    if (place < 0) fprintf(stderr, "no change makes this right:\n%s", wrong);
    CHECK_EQ(line, at);
    CHECK_EQ((int)found, (int)kind);
}

#endif
