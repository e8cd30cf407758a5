// From a launch to the condition that chooses it, and on to what the condition stands for.
#include "grader/cause/kernel_choice.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/lexemes.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/spans.h"
#include "grader/c_text/words.h"
#include "grader/cause/variable_line.h"

// The bracket of the condition that the line begins; NULL: it has none.
static const char *condition_in(const char *at, const char *end) {
    static const char *const words[] = {"if", "switch"};
    for (int i = 0; i < 2; i++) {
        const char *found = find_word(at, at, words[i]);
        if (!found || found >= end) continue;
        found += strlen(words[i]);
        found += strspn(found, " ");
        if (*found == '(') return found;
    }
    return NULL;
}

// "a < b ? one<<<...>>>(...) : other<<<...>>>(...)": what stands before the question mark, where launches stand behind it.
static Span chosen_by_question(const char *at, const char *end) {
    const char *mark = memchr(at, '?', (size_t)(end - at)), *launched = mark ? strstr(mark, "<<<") : NULL;
    const Span none = {at, at};
    return launched && launched < mark + strcspn(mark, ";") ? trimmed(at, mark) : none;
}

// The name that is asked for, "!" before it aside. False: the condition is more than that.
static bool asks_for_name(Span condition, char name[SOURCE_NAME]) {
    Span s = trimmed(condition.begin, condition.end);
    if (s.begin < s.end && *s.begin == '!') s.begin++;
    return only_name(s.begin, s.end, name);
}

// "fits(n)", "!fits(in, n)": the function's name.
static bool asks_function(Span condition, char name[SOURCE_NAME]) {
    Span s = trimmed(condition.begin, condition.end);
    if (s.begin < s.end && *s.begin == '!') s.begin++;
    const char *open = memchr(s.begin, '(', (size_t)(s.end - s.begin));
    return open && closing_bracket(open) == s.end - 1 && only_name(s.begin, open, name);
}

// The line of the one `return` that a function of the host consists of; 0: it is none, or more than that.
static int only_return(const char *path, const char *name) {
    Lexemes x;
    int at = -1, end = 0, line = 0;
    char *code = read_code_words(path, &x);
    while (code && !line && next_host_function(&x, end, &at, &end)) {
        if ((size_t)x.list[at].length != strlen(name) || strncmp(x.text + x.list[at].at, name, strlen(name)))
            continue;
        const int close = lexeme_is(&x, end, "}") ? end : end - 1, open = x.list[close].mate;
        if (open >= 0 && lexeme_is(&x, open + 1, "return") && statement_end_at(&x, open + 1, close) == close)
            line = x.list[open + 1].line;
    }
    if (code) lexemes_free(&x);
    free(code);
    return line;
}

static int line_behind(const char *path, int line, Span condition) {
    char name[SOURCE_NAME];
    int behind = 0;
    if (asks_for_name(condition, name))
        behind = line_of_value(path, line, name);
    else if (asks_function(condition, name))
        behind = only_return(path, name);
    return behind ? behind : line;
}

int line_of_kernel_choice(const char *path, const char *text, int launch) {
    enum { NEAR = 6 };
    for (int line = launch; line > launch - NEAR && line > 0; line--) {
        const char *at = line_begin(text, line), *end = at ? at + strcspn(at, "\n") : NULL;
        if (!at || *at == '}') break;
        const char *open = condition_in(at, end), *close = open ? closing_bracket(open) : NULL;
        if (close) return line_behind(path, line, (Span){open + 1, close});
        const Span asked = chosen_by_question(at, end);
        if (asked.begin < asked.end) return line_behind(path, line, asked);
    }
    return launch;
}
