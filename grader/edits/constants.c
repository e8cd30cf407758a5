// Constants of the file that a suspected line uses: another number, another constant, another operator in what they are made of.
#include <stdio.h>
#include <stdlib.h>

#include "grader/edits/editing.h"

enum { CONSTANTS = 32, RANK = 4 };

typedef struct {
    int name, from, to; // its words: the name, and what it is made of
} Constant;

static bool is_used(const Editing *e, int name) {
    for (int k = 0; k < SUSPECTED_LINES; k++)
        if (e->lines[k] && line_has(e, 0, e->x.count, e->lines[k], name)) return true;
    return false;
}

// "NAME = words" up to a comma, a semicolon or the end of the enumeration.
static int take(const Editing *e, int name, int end, Constant *c) {
    int to = name + 2;
    while (to < end && !lexeme_is(&e->x, to, ",") && !lexeme_is(&e->x, to, ";")) {
        if (e->x.list[to].mate > to) to = e->x.list[to].mate;
        to++;
    }
    *c = (Constant){name, name + 2, to};
    return to;
}

// Those of enumerations, and constants outside of all functions.
static int find_constants(const Editing *e, Constant list[CONSTANTS]) {
    const Lexemes *x = &e->x;
    int count = 0;
    for (int i = 1; i + 1 < x->count && count < CONSTANTS; i++) {
        const bool body = lexeme_is(x, i, "{") && x->list[i].mate > i;
        const bool enumerates = body && (lexeme_is(x, i - 1, "enum") || lexeme_is(x, i - 2, "enum"));
        if (enumerates) {
            for (int k = i + 1; k < x->list[i].mate && count < CONSTANTS; k++)
                if (x->list[k].kind == LEX_NAME && lexeme_is(x, k + 1, "="))
                    k = take(e, k, x->list[i].mate, &list[count++]);
        } else if (x->list[i].kind == LEX_NAME && lexeme_is(x, i + 1, "=") && lexeme_is(x, i - 1, "int")) {
            i = take(e, i, x->count, &list[count++]);
        }
        if (body) i = x->list[i].mate;
    }
    return count;
}

static void put(Editing *e, EditKind kind, int i, const char *text) {
    const Lexeme *own = &e->x.list[i];
    const int before = e->edits->count;
    add_text(e, kind, own->at, (size_t)own->length, text, own->line, own->column, e->x.text + own->at,
             own->length);
    if (e->edits->count == before) return;
    e->edits->list[before].rank = RANK + given_rank(e, i);
    e->edits->list[before].at_definition = true;
}

static void edit_constant(Editing *e, const Constant *c, const Constant *all, int count) {
    static const char *const marks[] = {"+", "-", "*"};
    char text[64];
    for (int i = c->from; i < c->to; i++) {
        const Lexeme *own = &e->x.list[i];
        if (own->kind == LEX_NUMBER)
            for (int by = -1; by <= 1; by += 2) {
                snprintf(text, sizeof text, "%ld", strtol(e->x.text + own->at, NULL, 0) + by);
                put(e, EDIT_NUMBER, i, text);
            }
        for (int k = 0; own->kind == LEX_NAME && k < count && all[k].name < c->name; k++) {
            snprintf(text, sizeof text, "%.*s", WORDS(e, all[k].name, all[k].name + 1));
            if (!lexemes_equal(&e->x, i, all[k].name)) put(e, EDIT_WORD, i, text);
        }
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
            for (size_t other = 0; lexeme_is(&e->x, i, marks[k]) && other < sizeof marks / sizeof *marks;
                 other++)
                if (other != k) put(e, EDIT_SIGN, i, marks[other]);
    }
}

void edit_constants(Editing *e) {
    Constant list[CONSTANTS];
    const int count = find_constants(e, list);
    for (int i = 0; i < count; i++)
        if (is_used(e, list[i].name)) edit_constant(e, &list[i], list, count);
}
