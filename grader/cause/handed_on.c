// Finds the last place above that gives a variable its value, among the words of the file.
#include "grader/cause/handed_on.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"

// The first word of the statement, or of the head, that holds `at`.
static int statement_begin(const Lexemes *x, int at) {
    int begin = at;
    for (int i = at - 1; i >= 0; i--) {
        if (lexeme_is(x, i, ";") || lexeme_is(x, i, "{") || lexeme_is(x, i, "}")) break;
        if (x->list[i].mate >= 0 && x->list[i].mate < i)
            i = x->list[i].mate; // what stands in brackets is within the statement
        begin = i;
    }
    return begin;
}

// Is `at` run whenever what stands behind its statement is? The branch of a condition, or the body of a loop, is not; the condition is.
static bool is_unconditional(const Lexemes *x, int at, int use) {
    static const char *const heads[] = {"if", "for", "while", "switch", NULL}, *const branches[] = {
                                                                                   "else", "case", "default",
                                                                                   "do", NULL};
    for (int i = at; i >= 0; i--)
        if (lexeme_is(x, i, "{") && x->list[i].mate > at && x->list[i].mate < use) return false;
    const int begin = statement_begin(x, at);
    if (lexeme_is_any(x, begin, branches)) return false;
    return !lexeme_is_any(x, begin, heads) || (lexeme_is(x, begin + 1, "(") && x->list[begin + 1].mate > at);
}

// Does a loop hold `use`, and not `at`? Then the value may come from its earlier rounds.
static bool loop_between(const Lexemes *x, int at, int use) {
    static const char *const loops[] = {"for", "while", "do", NULL};
    for (int i = at; i < use; i++)
        if (lexeme_is_any(x, i, loops) && statement_end_at(x, i, x->count) > use) return true;
    return false;
}

// The list of parameters of a function or lambda of the file with the name at `name`: its bracket (; -1: there is none.
static int parameters_of(const Lexemes *x, int name) {
    for (int i = 0; i + 2 < x->count; i++) {
        if (!lexemes_equal(x, i, name)) continue;
        int open = i + 1;
        if (lexeme_is(x, open, "=") && lexeme_is(x, open + 1, "["))
            open = x->list[open + 1].mate + 1;
        else if (lexeme_is(x, open, "(") && !lexeme_is(x, x->list[open].mate + 1, "{"))
            continue;
        if (lexeme_is(x, open, "(")) return open;
    }
    return -1;
}

// Which argument of the list that begins at `open` holds `at`?
static int argument_number(const Lexemes *x, int open, int at) {
    int number = 0;
    for (int i = open + 1; i < at; i++) {
        if (x->list[i].mate > i) i = x->list[i].mate;
        number += lexeme_is(x, i, ",");
    }
    return number;
}

// Is the parameter with that number a reference that the function may write to?
static bool is_reference(const Lexemes *x, int open, int number) {
    bool reference = false, constant = false;
    for (int i = open + 1, at = 0; i < x->list[open].mate && at <= number; i++) {
        at += lexeme_is(x, i, ",");
        reference |= at == number && lexeme_is(x, i, "&");
        constant |= at == number && lexeme_is(x, i, "const");
    }
    return reference && !constant;
}

// The bracket ( of the call that has the word among its own arguments; -1: none.
static int call_around(const Lexemes *x, int at) {
    for (int i = at - 1; i >= 0; i--) {
        if (lexeme_is(x, i, ";") || lexeme_is(x, i, "{")) return -1;
        if (lexeme_is(x, i, "(") && x->list[i].mate > at)
            return i > 0 && x->list[i - 1].kind == LEX_NAME ? i : -1;
        if (x->list[i].mate >= 0 && x->list[i].mate < i) i = x->list[i].mate;
    }
    return -1;
}

typedef enum { GIVES_NOTHING, GIVES_VALUE, GIVES_CHANGE } Giving;

// What happens to the variable at that place, a whole word of its name? A call: where it begins in *where.
static Giving what_is_given(const Lexemes *x, int at, int *where) {
    static const char *const changes[] = {"+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "++", "--", NULL};
    *where = at;
    if (lexeme_is(x, at - 1, ".") || lexeme_is(x, at - 1, "->")) return GIVES_NOTHING;
    if (lexeme_is(x, at + 1, "=")) return GIVES_VALUE;
    if (lexeme_is_any(x, at + 1, changes) || lexeme_is(x, at - 1, "++") || lexeme_is(x, at - 1, "--"))
        return GIVES_CHANGE;
    const bool address = lexeme_is(x, at - 1, "&");
    const int before = address ? at - 2 : at - 1,
              cast = lexeme_is(x, before, ")") ? x->list[before].mate : -1;
    const bool whole = (lexeme_is(x, at + 1, ",") || lexeme_is(x, at + 1, ")")) &&
                       (lexeme_is(x, before, "(") || lexeme_is(x, before, ",") ||
                        (address && cast > 0 && lexeme_is(x, before - 1, "*")));
    const int call = whole ? call_around(x, at) : -1;
    if (call < 0) return GIVES_NOTHING;
    *where = call - 1;
    if (address) return GIVES_VALUE;
    const int parameters = parameters_of(x, call - 1);
    return parameters >= 0 && parameters != call && is_reference(x, parameters, argument_number(x, call, at))
               ? GIVES_VALUE
               : GIVES_NOTHING;
}

// The place above `use`, behind `begin`, that gives the variable at `name` its value there; -1: it is not clear which.
static int place_of_value(const Lexemes *x, int begin, int use, int name) {
    for (int i = use - 1, where; i > begin; i--) {
        if (!lexemes_equal(x, i, name)) continue;
        const Giving giving = what_is_given(x, i, &where);
        if (giving == GIVES_NOTHING) continue;
        const bool clear = giving == GIVES_VALUE && is_unconditional(x, i, use) && !loop_between(x, i, use);
        return clear ? where : -1;
    }
    return -1;
}

// "FIELD = NAME;" in the line: where NAME stands; -1: it has none.
static int handed_in_line(const Lexemes *x, int line, const char *field) {
    for (int i = 0; i + 3 < x->count; i++)
        if (x->list[i].line == line && lexeme_is(x, i, field) && lexeme_is(x, i + 1, "=") &&
            x->list[i + 2].kind == LEX_NAME && lexeme_is(x, i + 3, ";"))
            return i + 2;
    return -1;
}

static int follow(const Lexemes *x, int line, const char *field, char own[SOURCE_NAME]) {
    enum { DEEP = 6 };
    int at = handed_in_line(x, line, field), name, end = 0, begin = 0, found = -1;
    for (int from = 0; at >= 0 && next_host_function(x, from, &name, &end) && end < at; from = end) continue;
    if (at < 0 || end < at || (begin = name) > at) return 0;
    for (int depth = 0; depth < DEEP; depth++) {
        const int place = place_of_value(x, begin, at, at);
        if (place < 0) break;
        snprintf(own, SOURCE_NAME, "%.*s", x->list[at].length, x->text + x->list[at].at);
        found = place;
        const bool handed = lexeme_is(x, place + 1, "=") && x->list[place + 2].kind == LEX_NAME &&
                            lexeme_is(x, place + 3, ";");
        if (!handed) break;
        at = place + 2;
    }
    return found >= 0 ? x->list[found].line : 0;
}

int line_of_handed_value(const char *path, int line, const char *field, char name[SOURCE_NAME]) {
    Lexemes x;
    name[0] = 0;
    char *text = read_code_words(path, &x);
    if (!text) return 0;
    const int found = follow(&x, line, field, name);
    lexemes_free(&x);
    free(text);
    return found;
}
