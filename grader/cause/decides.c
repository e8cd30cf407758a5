// Which statement of a student's file decides whether a thread comes to a line. See decides.h.
#include "grader/cause/decides.h"

#include <stdlib.h>

#include "grader/c_text/source_lines.h"

static bool is_one(const Lexemes *x, int i, const char *const *words) {
    for (; *words; words++)
        if (lexeme_is(x, i, *words)) return true;
    return false;
}

static const char *const loops[] = {"for", "while", NULL};

// Does the statement that begins at word `at` hold the line?
static bool holds_line(const Lexemes *x, int at, int line) {
    const int end = statement_end_at(x, at, x->count);
    return line >= x->list[at].line && end > at && line <= x->list[end - 1].line;
}

static bool leaves(const Lexemes *x, int at) {
    static const char *const ways[] = {"return", "continue", "break", "goto", NULL};
    const int end = statement_end_at(x, at, x->count);
    for (int i = at; i < end; i++)
        if (is_one(x, i, ways)) return true;
    return false;
}

bool may_decide(const char *path, int line, int reached) {
    static const char *const heads[] = {"if", "for", "while", NULL};
    Lexemes x;
    bool any = false, decides = false;
    char *text = read_code_words(path, &x);
    if (!text) return true;
    for (int i = 0; i < x.count; i++) {
        if (x.list[i].line != line || !is_one(&x, i, heads)) continue;
        const bool of_do = lexeme_is(&x, i, "while") && lexeme_is(&x, i - 1, "}");
        any = true;
        decides |= of_do || holds_line(&x, i, reached) || leaves(&x, i);
    }
    lexemes_free(&x);
    free(text);
    return decides || !any;
}

int line_of_loop_over(const char *path, int line) {
    Lexemes x;
    int found = 0;
    char *text = read_code_words(path, &x);
    if (!text) return 0;
    for (int i = 0; i < x.count; i++)
        if (is_one(&x, i, loops) && x.list[i].line < line && holds_line(&x, i, line)) found = x.list[i].line;
    lexemes_free(&x);
    free(text);
    return found;
}
