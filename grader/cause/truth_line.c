// The line that works out the truth by which another line decides: "const bool inside = ...;" of "inside ? ... : ...".
#include "grader/cause/truth_line.h"

#include <stdio.h>
#include <stdlib.h>

#include "grader/c_text/loops.h"
#include "grader/c_text/source_lines.h"

// The innermost loop whose body holds the line. False: none does.
static bool find_loop(const Lexemes *x, int line, Loop *found) {
    bool any = false;
    for (int i = 0; i < x->count; i++) {
        Loop loop;
        if (!is_loop_word(x, i) || !read_loop(x, i, &loop)) continue;
        if (x->list[i].line >= line || x->list[loop.end - 1].line < line) continue;
        *found = loop;
        any = true;
    }
    return any;
}

// Where the variable that word i is was declared last before it, as "bool NAME =" is; -1: nowhere.
static int declared_truth(const Lexemes *x, int i) {
    for (int k = i - 1; k > 0; k--)
        if (lexemes_equal(x, k, i) && lexeme_is(x, k - 1, "bool") && lexeme_is(x, k + 1, "=")) return k;
    return -1;
}

// Does anything in the words [from, to) ask for what the loop counts?
static bool has_word_of(const Lexemes *x, int from, int to, const Loop *loop) {
    for (int k = loop->condition; k < x->list[loop->condition].mate; k++)
        for (int i = from; i < to && x->list[k].kind == LEX_NAME; i++)
            if (lexemes_equal(x, i, k)) return true;
    return false;
}

// Does an index in the line have a name that the loop counts, or that is set in it?
static bool moves_on(const Lexemes *x, int line, const Loop *loop) {
    for (int i = loop->head; i < loop->end; i++) {
        if (x->list[i].line != line || !lexeme_is(x, i, "[")) continue;
        const int close = x->list[i].mate;
        if (has_word_of(x, i, close, loop)) return true;
        for (int k = i + 1; k < close; k++)
            for (int set = loop->head; set < i && x->list[k].kind == LEX_NAME; set++)
                if (lexemes_equal(x, set, k) && lexeme_is(x, set + 1, "=")) return true;
    }
    return false;
}

// In the words [from, to) of a line: the name before a `?` that is declared as a truth; -1: there is none. `declared`: where.
static int find_truth(const Lexemes *x, int from, int to, int line, int *declared) {
    for (int i = from; i < to; i++)
        if (x->list[i].line == line && lexeme_is(x, i + 1, "?") && (*declared = declared_truth(x, i)) > 0)
            return i;
    return -1;
}

int line_of_truth(const char *path, int line, char *name, size_t size) {
    Lexemes x;
    int found = 0, declared;
    char *text = path ? read_code_words(path, &x) : NULL;
    if (!text) return 0;
    const int truth = find_truth(&x, 0, x.count, line, &declared);
    const bool alone = truth > 0 && !lexeme_is(&x, truth - 1, "&&") && !lexeme_is(&x, truth - 1, "||");
    if (alone) {
        found = x.list[declared].line;
        snprintf(name, size, "%.*s", x.list[truth].length, text + x.list[truth].at);
    }
    lexemes_free(&x);
    free(text);
    return found;
}

int line_of_truth_before_loop(const char *path, int line, char *name, size_t size) {
    Lexemes x;
    Loop loop;
    int found = 0;
    char *text = path ? read_code_words(path, &x) : NULL;
    if (!text) return 0;
    if (find_loop(&x, line, &loop) && moves_on(&x, line, &loop)) {
        int declared;
        const int truth = find_truth(&x, loop.head, loop.end, line, &declared);
        if (truth > 0 && declared < loop.head) {
            found = x.list[declared].line;
            snprintf(name, size, "%.*s", x.list[truth].length, text + x.list[truth].at);
        }
    }
    lexemes_free(&x);
    free(text);
    return found;
}
