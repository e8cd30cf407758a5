// Looks for the size of an element in an argument, and in what the names of that argument stand for. A guess from the text, for a
// message alone.
#include "grader/cause/bytes_asked.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/source_lines.h"

enum { DEEP = 4 };

static bool is_factor(Span s, const char *at) {
    const char *before = before_blanks(s.begin, at), *behind = at + 1;
    while (behind < s.end && *behind == ' ') behind++;
    return (before > s.begin && before[-1] == '*') || (behind < s.end && *behind == '*');
}

// sizeof, or a product with 4 or 8.
static bool has_size(Span s) {
    for (const char *at = s.begin; at < s.end; at++) {
        if (s.end - at >= 6 && !strncmp(at, "sizeof", 6)) return true;
        if ((*at == '4' || *at == '8') && (at == s.begin || !is_word(at[-1])) &&
            (at + 1 == s.end || !is_word(at[1])) && is_factor(s, at))
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

static bool counts_elements(const SourceLines *t, Span s, int depth) {
    if (depth == DEEP || has_size(s)) return false;
    char name[SOURCE_NAME];
    for (const char *at = s.begin; find_next_name(&at, s.end, name);)
        for (int i = 0; i < t->count; i++) {
            const char *meaning = meaning_in(t->line[i], name);
            if (meaning && !find_word(meaning, meaning, name) &&
                !counts_elements(t, (Span){meaning, meaning + strlen(meaning)}, depth + 1))
                return false;
        }
    return s.end > s.begin;
}

bool launch_counts_elements(const char *path, int launch) {
    static SourceLines t;
    Span bytes;
    if (launch < 1 || !read_lines(&t, path)) return false;
    const char *opens = strstr(line_text(&t, launch), "<<<");
    const bool elements = opens && find_argument(opens, 2, &bytes) && counts_elements(&t, bytes, 0);
    free_lines(&t);
    return elements;
}

// "sizeof(float)" where the variable is declared as one of another type, as far as the text shows.
static bool takes_other_size(const SourceLines *t, Span symbol, Span bytes) {
    static const char *const types[] = {"float", "double"};
    char name[SOURCE_NAME];
    if (!only_name(symbol.begin, symbol.end, name)) return false;
    for (int i = 0; i < t->count; i++) {
        if (!strstr(t->line[i], "__constant__") && !strstr(t->line[i], "__device__")) continue;
        for (int k = 0; k < 2 && find_word(t->line[i], t->line[i], name); k++) {
            char size[20];
            snprintf(size, sizeof size, "sizeof(%s)", types[!k]);
            if (find_word(t->line[i], t->line[i], types[k])) return span_has_text(bytes, size);
        }
    }
    return false;
}

int line_of_short_copy(const char *path, bool *other_size) {
    static const char call[] = "cudaMemcpyToSymbol(";
    static SourceLines t;
    Span symbol, bytes;
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count && !found; i++) {
        const char *opens = strstr(t.line[i], call), *open = opens ? opens + strlen(call) - 1 : NULL;
        if (!open || !find_argument(open, 0, &symbol) || !find_argument(open, 2, &bytes)) continue;
        *other_size = takes_other_size(&t, symbol, bytes);
        if (*other_size || counts_elements(&t, bytes, 0)) found = i + 1;
    }
    free_lines(&t);
    return found;
}
