// The line of a function that chooses one value among several, and the one that its answer comes from.
#include "grader/cause/chosen_line.h"

#include <stdbool.h>
#include <string.h>

#include "grader/c_text/source_lines.h"

static bool compares(const char *line) {
    for (const char *at = line; (at = strpbrk(at, "<>")); at++) {
        const bool arrow = *at == '>' && at > line && at[-1] == '-';
        const bool twice = at[1] == *at || (at > line && at[-1] == *at);
        if (!arrow && !twice) return true;
    }
    return false;
}

static bool chooses(const char *line) {
    static const char *const WORDS[] = {"min",  "max",         "fmin",        "fmax",
                                        "sort", "min_element", "max_element", "nth_element"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (find_word(line, line, WORDS[i])) return true;
    return (find_word(line, line, "if") || strchr(line, '?')) && compares(line);
}

// The variable that a line returns; false: it returns none, or more than that.
static bool returned_name(const char *line, char name[SOURCE_NAME]) {
    const char *at = find_word(line, line, "return");
    return at && only_name(at + strlen("return"), at + strcspn(at, ";"), name);
}

static bool sets(const char *line, const char *name) {
    const char *at = find_word(line, line, name);
    if (!at) return false;
    at += strlen(name);
    at += strspn(at, " ");
    at += *at && strchr("+-*/", *at) && at[1] == '=';
    return *at == '=' && at[1] != '=';
}

// Of the body's lines, [first, end): the last one that sets what is returned at the end; the return itself, if it computes that.
static int line_of_answer(const SourceLines *t, int first, int end) {
    char name[SOURCE_NAME];
    for (int i = end - 1; i >= first; i--) {
        if (!find_word(t->line[i], t->line[i], "return")) continue;
        if (!returned_name(t->line[i], name)) return i + 1;
        for (int k = i - 1; k >= first; k--)
            if (sets(t->line[k], name)) return k + 1;
        return 0;
    }
    return 0;
}

int line_of_choice(const char *path, const char *function) {
    static SourceLines t;
    int first = 0, found = 0;
    if (!read_lines(&t, path)) return 0;
    while (first < t.count &&
           (!find_name(t.line[first], t.line[first], function) || strchr(t.line[first], ';')))
        first++;
    int end = first;
    while (end < t.count && t.line[end][0] != '}') end++;
    for (int i = first; i < end && !found; i++)
        if (chooses(t.line[i])) found = i + 1;
    if (!found) found = line_of_answer(&t, first, end);
    free_lines(&t);
    return found;
}
