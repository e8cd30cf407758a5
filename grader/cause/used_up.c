// Finds what a number of launches is divided by, among the words of the file, and who counts it down. See used_up.h.
#include "grader/cause/used_up.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// What the line divides by is a number that a line above it, in its function, counts up or down: it is used up.
static bool counted_above(Cause *cause, const char *path, int line) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int used = 0;
    if (!read_lines(&t, path)) return false;
    const char *text = line_text(&t, line), *at = strchr(text, '/');
    while (at && !used && find_next_name(&at, text + strlen(text), name))
        for (int i = line - 1; i > 0 && !used && *line_text(&t, i) != '}'; i--) {
            const char *above = line_text(&t, i), *found = find_name(above, above, name);
            const char *end = found ? found + strlen(name) : NULL;
            if (!end || find_word(above, above, "int")) continue;
            if (!strncmp(end, "--", 2) || !strncmp(end, "++", 2) || !strncmp(end, " -= ", 4) ||
                (found - above >= 2 && !strncmp(found - 2, "--", 2)))
                used = i;
        }
    free_lines(&t);
    if (!used) return false;
    cause->other = cause->place;
    cause->other.line = line;
    cause->place.line = used;
    cause->other_what[0] = 0;
    SAY(other_what, "It is divided by here");
    SAY(route, "This line changes `%s`, and what is left of it behind the loop is no number of launches.",
        name);
    return true;
}

// The argument of that number, from 0, of the call whose ( stands at `open`, if it is one word; -1: it is not.
static int argument_word(const Lexemes *x, int open, int number) {
    int at = open + 1;
    for (int i = 0; i < number; i++) {
        while (at < x->list[open].mate && !lexeme_is(x, at, ","))
            at = x->list[at].mate > at ? x->list[at].mate + 1 : at + 1;
        at++;
    }
    const bool alone = lexeme_is(x, at + 1, ",") || lexeme_is(x, at + 1, ")");
    return at < x->list[open].mate && alone && x->list[at].kind == LEX_NAME ? at : -1;
}

static bool is_divided_by(const Lexemes *x, int name, int *line) {
    for (int i = 1; i < x->count; i++)
        if (lexemes_equal(x, i, name) && lexeme_is(x, i - 1, "/")) return *line = x->list[i].line, true;
    return false;
}

static bool is_counted(const Lexemes *x, int begin, int end, int name) {
    for (int i = begin; i < end; i++)
        if (lexemes_equal(x, i, name) &&
            (lexeme_is(x, i + 1, "--") || lexeme_is(x, i - 1, "--") || lexeme_is(x, i + 1, "-=")))
            return true;
    return false;
}

// "int &count" among a function's parameters, which it counts down: the caller's own variable, by which that divides.
static int counted_parameter(const Lexemes *x, int *divides) {
    int name, end;
    for (int at = 0; next_host_function(x, at, &name, &end); at = end) {
        const int close = x->list[name + 1].mate;
        int number = 0;
        for (int i = name + 2; i < close; i++) {
            number += lexeme_is(x, i, ",");
            if (!lexeme_is(x, i, "&") || x->list[i + 1].kind != LEX_NAME || !is_counted(x, close, end, i + 1))
                continue;
            for (int call = 0; call + 1 < x->count; call++) {
                if (call == name || !lexemes_equal(x, call, name) || !lexeme_is(x, call + 1, "(")) continue;
                const int word = argument_word(x, call + 1, number);
                if (word >= 0 && is_divided_by(x, word, divides)) return i + 1;
            }
        }
    }
    return -1;
}

static bool counted_by_reference(Cause *cause, const char *path) {
    Lexemes x;
    int divides = 0;
    char *code = read_code_words(path, &x);
    if (!code) return false;
    const int found = counted_parameter(&x, &divides);
    if (found >= 0) {
        const Lexeme *own = &x.list[found];
        cause->place.line = own->line, cause->place.column = 0;
        cause->other = cause->place;
        cause->other.line = divides;
        cause->other_what[0] = 0;
        SAY(other_what, "It is divided by here");
        SAY(route,
            "`%.*s` is a reference, the caller's own variable: the function counts it down, and what is left of it is no number of "
            "launches.",
            own->length, code + own->at);
    }
    lexemes_free(&x);
    free(code);
    return found >= 0;
}

bool say_used_up(Cause *cause, const char *path, int line) {
    return counted_above(cause, path, line) || counted_by_reference(cause, path);
}
