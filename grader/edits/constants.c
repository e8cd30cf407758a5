// Constants of the file that suspected lines use, or lines near them: another number, another constant, another operator in what they are made of.
#include <stdio.h>
#include <stdlib.h>

#include "grader/edits/editing.h"

enum { CONSTANTS = 32, RANK = 4, DIVISION = 1 }; // there are few divisions

typedef struct {
    int name, from, to; // its words: the name, and what it is made of
    int rank;           // of where it is used
} Constant;

void note_constants(Editing *e) {
    enum { EACH_STEP = 3 };
    for (int i = e->begin; i < e->end; i++) {
        const int distance = EACH_STEP * e->suspicion[i - e->begin];
        int k = 0;
        if (e->x.list[i].kind != LEX_NAME || distance >= EACH_STEP * SUSPICION_FAR) continue;
        while (k < e->words_near && !lexemes_equal(&e->x, e->near[k].name, i)) k++;
        if (k == WORDS_NEAR) return;
        if (k == e->words_near) e->near[e->words_near++].name = i, e->near[k].rank = distance;
        if (distance < e->near[k].rank) e->near[k].rank = distance;
    }
}

// Does the statement that begins in that line, or goes on in it, have the name? Of one that holds others the line alone counts.
static bool statement_has(const Editing *e, int line, int name) {
    static const char *const heads[] = {"if", "for", "while", "do", "switch", "else", NULL};
    int first = 0;
    while (first < e->x.count && e->x.list[first].line < line) first++;
    if (first == e->x.count || e->x.list[first].line != line || lexeme_is_any(&e->x, first, heads))
        return false;
    const int end = statement_end_at(&e->x, first, e->x.count);
    for (int i = first; i < end && !lexeme_is(&e->x, i, "{"); i++)
        if (lexemes_equal(&e->x, i, name)) return true;
    return false;
}

// How much less likely a change of the constant is for where it is used; -1: nowhere near the suspected lines.
static int rank_of_use(const Editing *e, int name) {
    for (int k = 0; k < SUSPECTED_LINES; k++)
        if (e->lines[k] &&
            (line_has(e, 0, e->x.count, e->lines[k], name) || statement_has(e, e->lines[k], name)))
            return 0;
    for (int k = 0; k < e->words_near; k++)
        if (lexemes_equal(&e->x, e->near[k].name, name)) return e->near[k].rank;
    return -1;
}

// "NAME = words" up to a comma, a semicolon or the end of the enumeration.
static int take(const Editing *e, int name, int end, Constant *c) {
    int to = name + 2;
    while (to < end && !lexeme_is(&e->x, to, ",") && !lexeme_is(&e->x, to, ";")) {
        if (e->x.list[to].mate > to) to = e->x.list[to].mate;
        to++;
    }
    *c = (Constant){name, name + 2, to, rank_of_use(e, name)};
    return to;
}

// Those of enumerations, and constants outside of all functions.
static int find_constants(const Editing *e, Constant list[CONSTANTS]) {
    const Lexemes *x = &e->x;
    int count = 0;
    for (int i = 1; i + 1 < x->count && count < CONSTANTS; i++) {
        const bool space = lexeme_is(x, i - 1, "namespace") || lexeme_is(x, i - 2, "namespace");
        const bool body = lexeme_is(x, i, "{") && x->list[i].mate > i && !space;
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

static void set_rank(Editing *e, int before, int i, int rank) {
    if (e->edits->count == before) return;
    e->edits->list[before].rank = rank + given_rank(e, i);
    e->edits->list[before].at_definition = true;
}

static void put(Editing *e, EditKind kind, int i, const char *text) {
    const Lexeme *own = &e->x.list[i];
    const int before = e->edits->count;
    add_text(e, kind, own->at, (size_t)own->length, text, own->line, own->column, e->x.text + own->at,
             own->length);
    set_rank(e, before, i, RANK);
}

static void edit_division(Editing *e, const Constant *c, int i) {
    int from, to;
    char text[LONGEST_DIVISION];
    if (!may_be_rounded_up(e, i, &from, &to)) return;
    const int before = e->edits->count, length = words_length(e, from, to);
    const Lexeme *own = &e->x.list[i];
    say_rounded_up(e, from, i, to, text, sizeof text);
    add_text(e, EDIT_ROUNDED_UP, e->x.list[from].at, (size_t)length, text, own->line, own->column,
             e->x.text + e->x.list[from].at, length);
    set_rank(e, before, i, DIVISION + c->rank);
}

static void edit_constant(Editing *e, const Constant *c, const Constant *all, int count) {
    static const char *const marks[] = {"+", "-", "*"};
    char text[64];
    for (int i = c->from; i < c->to; i++) {
        const Lexeme *own = &e->x.list[i];
        edit_division(e, c, i);
        if (c->rank) continue; // used near the suspected lines alone: of other changes there are too many
        if (own->kind == LEX_NAME && c->to == c->from + 1)
            for (size_t k = 0; k < 2; k++) {
                snprintf(text, sizeof text, "(%.*s %s 1)", WORDS(e, i, i + 1), marks[k]);
                put(e, EDIT_SHIFT, i, text);
            }
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
    e->begin = 0, e->end = e->x.count - 1; // operands are looked for in the whole file
    const int count = find_constants(e, list);
    for (int i = 0; i < count; i++)
        if (list[i].rank >= 0) edit_constant(e, &list[i], list, count);
}
