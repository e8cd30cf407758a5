// Looks for the size of an element in an argument, and in what the names of that argument stand for. A guess from the text, for a
// message alone.
#include "grader/cause/bytes_asked.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"

enum { DEEP = 4 };

static bool is_factor(const char *begin, const char *end, const char *at) {
    const char *before = at, *behind = at + 1;
    while (before > begin && before[-1] == ' ') before--;
    while (behind < end && *behind == ' ') behind++;
    return (before > begin && before[-1] == '*') || (behind < end && *behind == '*');
}

// sizeof, or a product with 4 or 8.
static bool has_size(const char *begin, const char *end) {
    for (const char *at = begin; at < end; at++) {
        if (end - at >= 6 && !strncmp(at, "sizeof", 6)) return true;
        if ((*at == '4' || *at == '8') && (at == begin || !is_word(at[-1])) &&
            (at + 1 == end || !is_word(at[1])) && is_factor(begin, end, at))
            return true;
    }
    return false;
}

// Behind "#define NAME" or "NAME =": what the name stands for, up to the end of the line. NULL: the line says nothing of it.
static const char *meaning_in(const char *line, const char *name) {
    const char *at = find_word(line, line, name);
    if (!at) return NULL;
    at += strlen(name);
    if (line[strspn(line, " \t")] == '#') return at;
    at += strspn(at, " ");
    return *at == '=' && at[1] != '=' ? at + 1 : NULL;
}

static bool counts_elements(const SourceLines *t, const char *begin, const char *end, int depth) {
    if (depth == DEEP || has_size(begin, end)) return false;
    for (const char *at = begin; at < end; at++) {
        char name[SOURCE_NAME];
        const char *word = at;
        while (at < end && is_word(*at)) at++;
        if (at == word || isdigit((unsigned char)*word) || at - word >= SOURCE_NAME) continue;
        snprintf(name, sizeof name, "%.*s", (int)(at - word), word);
        for (int i = 0; i < t->count; i++) {
            const char *meaning = meaning_in(t->line[i], name);
            if (meaning && !find_word(meaning, meaning, name) &&
                !counts_elements(t, meaning, meaning + strlen(meaning), depth + 1))
                return false;
        }
    }
    return end > begin;
}

// The argument with that number behind an opening mark, up to the comma or the closing mark. False: there are fewer.
static bool find_argument(const char *at, int number, const char *closes, const char **begin,
                          const char **end) {
    int depth = 0;
    for (*begin = at; *at; at++) {
        const bool last = !depth && !strncmp(at, closes, strlen(closes));
        if (last || (!depth && *at == ',')) {
            *end = at;
            if (number-- == 0) return true;
            if (last) return false;
            *begin = at + 1;
        }
        depth += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
    }
    return false;
}

bool launch_counts_elements(const char *path, int launch) {
    static SourceLines t;
    const char *begin, *end;
    if (launch < 1 || !read_lines(&t, path)) return false;
    const char *opens = launch <= t.count ? strstr(t.line[launch - 1], "<<<") : NULL;
    const bool elements =
        opens && find_argument(opens + 3, 2, ">>>", &begin, &end) && counts_elements(&t, begin, end, 0);
    free_lines(&t);
    return elements;
}

int line_of_copy_of_elements(const char *path) {
    static const char call[] = "cudaMemcpyToSymbol(";
    static SourceLines t;
    const char *begin, *end;
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count && !found; i++) {
        const char *opens = strstr(t.line[i], call);
        if (opens && find_argument(opens + strlen(call), 2, ")", &begin, &end) &&
            counts_elements(&t, begin, end, 0))
            found = i + 1;
    }
    free_lines(&t);
    return found;
}
