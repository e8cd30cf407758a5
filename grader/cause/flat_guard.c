// Elements that two threads store because a condition compares the flat index with the number of all elements, and no axis with its end.
#include "grader/cause/flat_guard.h"

#include <stdlib.h>

#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

// Is the name at `i` set to a product, "all = a * b;", or that of a function that returns one?
static bool stands_for_product(const Lexemes *x, int i) {
    for (int k = 0; k + 4 < x->count; k++) {
        if (!lexemes_equal(x, k, i)) continue;
        int at = lexeme_is(x, k + 1, "=") ? k + 2 : -1;
        if (lexeme_is(x, k + 1, "(") && lexeme_is(x, k + 2, ")"))
            for (at = k + 3; at < k + 6 && !lexeme_is(x, at - 1, "return");) at++;
        bool product = false, plain = at > 0 && (at < k + 3 || lexeme_is(x, at - 1, "return"));
        for (; plain && at < x->count && !lexeme_is(x, at, ";"); at++) {
            product |= lexeme_is(x, at, "*");
            plain = !lexeme_is(x, at, "+") && !lexeme_is(x, at, "[") && !lexeme_is(x, at, "{");
        }
        if (plain && product) return true;
    }
    return false;
}

// Is what begins at i "all" or "cells()", of such a product, up to one of these ends?
static bool is_named_product(const Lexemes *x, int i, const char *const *ends) {
    const bool call = lexeme_is(x, i + 1, "(") && lexeme_is(x, i + 2, ")");
    return x->list[i].kind == LEX_NAME && lexeme_is_any(x, i + (call ? 3 : 1), ends) &&
           stands_for_product(x, i);
}

// Is "a * b", or what stands for it, one side of the comparison at i, and nothing else?
static bool compares_product(const Lexemes *x, int i) {
    static const char *const marks[] = {"<", "<=", ">", ">=", NULL}, *const ends[] = {")",  ";", "&&",
                                                                                      "||", "?", NULL},
                             *const begins[] = {"(", "return", "&&", "||", "=", NULL};
    if (!lexeme_is_any(x, i, marks)) return false;
    const bool behind = lexeme_is(x, i + 2, "*") && x->list[i + 1].kind == LEX_NAME &&
                        x->list[i + 3].kind == LEX_NAME && lexeme_is_any(x, i + 4, ends);
    const bool before = i > 3 && lexeme_is(x, i - 2, "*") && x->list[i - 1].kind == LEX_NAME &&
                        x->list[i - 3].kind == LEX_NAME && lexeme_is_any(x, i - 4, begins);
    return behind || before || is_named_product(x, i + 1, ends);
}

bool explain_flat_guard(Cause *cause, const char *path) {
    Lexemes x;
    int begin, end, found = 0, count = 0;
    char *text = read_code_words(path, &x);
    if (!text) return false;
    for (int at = 0; next_device_function(&x, at, &begin, &end); at = end)
        for (int i = begin; i + 4 < end; i++)
            if (compares_product(&x, i)) found = i, count++;
    if (count == 1) {
        *cause = (Cause){.known = true, .todo = -1, .example = -1};
        cause->place = (SourcePlace){.line = x.list[found].line, .column = x.list[found].column};
        append(cause->place.file, sizeof cause->place.file, "%s", path);
        append(
            cause->what, sizeof cause->what,
            "This condition compares with the number of all elements: a thread past the end of a row passes it.");
    }
    lexemes_free(&x);
    free(text);
    return count == 1;
}
