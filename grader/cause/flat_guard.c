// Elements that two threads store because a condition compares the flat index with the number of all elements, and no axis with its end.
#include "grader/cause/flat_guard.h"

#include <stdlib.h>

#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

// Is "a * b" one side of the comparison at i, and nothing else?
static bool compares_product(const Lexemes *x, int i) {
    static const char *const marks[] = {"<", "<=", ">", ">=", NULL}, *const ends[] = {")",  ";", "&&",
                                                                                      "||", "?", NULL},
                             *const begins[] = {"(", "return", "&&", "||", "=", NULL};
    if (!lexeme_is_any(x, i, marks)) return false;
    const bool behind = lexeme_is(x, i + 2, "*") && x->list[i + 1].kind == LEX_NAME &&
                        x->list[i + 3].kind == LEX_NAME && lexeme_is_any(x, i + 4, ends);
    const bool before = i > 3 && lexeme_is(x, i - 2, "*") && x->list[i - 1].kind == LEX_NAME &&
                        x->list[i - 3].kind == LEX_NAME && lexeme_is_any(x, i - 4, begins);
    return behind || before;
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
