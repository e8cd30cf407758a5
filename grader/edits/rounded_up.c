// A division of whole numbers that has to be rounded up, and a remainder whose 0 stands for a whole part: the parts of something that is
// no multiple of theirs, or is one.
#include <stdio.h>
#include <string.h>

#include "grader/edits/editing.h"

// A place in the grid or in the block is taken apart, and nobody rounds that up.
static bool is_place(const Editing *e, int from, int to) {
    for (int i = from; i < to; i++)
        if (lexeme_is(&e->x, i, "threadIdx") || lexeme_is(&e->x, i, "blockIdx")) return true;
    return false;
}

static bool is_real(const Editing *e, int from, int to) {
    for (int i = from; i < to; i++) {
        const Lexeme *x = &e->x.list[i];
        if (x->kind == LEX_NUMBER && memchr(e->x.text + x->at, '.', (size_t)x->length)) return true;
        if (x->kind == LEX_NAME && type_of(e, i) == TYPE_REAL) return true;
    }
    return false;
}

static bool is_division(const Editing *e, int i, const char *mark, int *from, int *to) {
    static const char *const products[] = {"*", "/", "%", NULL};
    if (!lexeme_is(&e->x, i, mark)) return false;
    *from = begin_of_operand(e, i - 1), *to = end_of_operand(e, i + 1);
    return *from >= 0 && *to >= 0 && !lexeme_is_any(&e->x, *from - 1, products) && !is_place(e, *from, *to) &&
           !is_real(e, *from, *to) && words_length(e, *from, *to) < LONGEST_DIVISION / 3;
}

bool may_be_rounded_up(const Editing *e, int i, int *from, int *to) {
    return is_division(e, i, "/", from, to);
}

void say_rounded_up(const Editing *e, int from, int i, int to, char *text, size_t size) {
    snprintf(text, size, "((%.*s + %.*s - 1) / %.*s)", WORDS(e, from, i), WORDS(e, i + 1, to),
             WORDS(e, i + 1, to));
}

void edit_rounded_up(Editing *e, int i) {
    enum { LIKELY = 4 };
    char text[LONGEST_DIVISION];
    int from, to;
    if (!may_be_rounded_up(e, i, &from, &to)) return;
    const int before = e->edits->count;
    say_rounded_up(e, from, i, to, text, sizeof text);
    add_words(e, EDIT_ROUNDED_UP, from, to, i, "%s", text);
    name_words(e, before, from, to);
    make_likely(e, before, LIKELY + given_rank(e, i)); // there are few
}

void edit_whole_rest(Editing *e, int i) {
    enum { LIKELY = 4 };
    int from, to;
    if (!is_division(e, i, "%", &from, &to)) return;
    const int before = e->edits->count;
    add_words(e, EDIT_WHOLE_REST, from, to, i, "((%.*s - 1) %% %.*s + 1)", WORDS(e, from, i),
              WORDS(e, i + 1, to));
    name_words(e, before, from, to);
    make_likely(e, before, LIKELY + given_rank(e, i));
}
