// Cuts a line of lab.spec into words and hands them out.
#include "grader/lab/statement.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns false, so that `return statement_fail(s, ...)` reads well.
bool statement_fail(Statement *s, const char *format, ...) {
    int length = snprintf(s->error, s->error_size, "%s:%d: ", s->file, s->line);
    if (length < 0 || (size_t)length >= s->error_size) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->error + length, s->error_size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

// Takes a quoted string that starts behind `p`, in place. Returns where the line goes on; NULL where the
// quotes are never closed.
static char *unquote(char *p, char *to) {
    while (*p && *p != '"') {
        if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) p++;
        *to++ = *p++;
    }
    if (!*p) return NULL;
    *to = 0;
    return p + 1;
}

bool cut_words(Statement *s, char *line) {
    s->count = s->next = 0;
    for (char *p = line;;) {
        while (*p == ' ' || *p == '\t' || *p == '\r') p++;
        if (!*p || *p == '#') return true;
        if (s->count == WORDS_MAX) return statement_fail(s, "more than %d words in one line", WORDS_MAX);
        s->quoted[s->count] = *p == '"';
        if (*p == '"') {
            s->word[s->count++] = ++p;
            p = unquote(p, p);
            if (!p) return statement_fail(s, "a quoted text is not closed: \" is missing");
            continue;
        }
        s->word[s->count++] = p;
        while (*p && *p != ' ' && *p != '\t' && *p != '\r') p++;
        if (*p) *p++ = 0;
    }
}

bool at_end(const Statement *s) {
    return s->next == s->count;
}

bool next_is(const Statement *s, const char *word) {
    return !at_end(s) && !s->quoted[s->next] && !strcmp(s->word[s->next], word);
}

bool take_word(Statement *s, char *to, size_t size, const char *what) {
    if (at_end(s)) return statement_fail(s, "%s is missing at the end of the line", what);
    const char *word = s->word[s->next++];
    if (!*word || strlen(word) >= size)
        return statement_fail(s, "%s must have 1 to %zu characters, \"%s\" has %zu", what, size - 1, word,
                              strlen(word));
    snprintf(to, size, "%s", word);
    return true;
}

bool take_text(Statement *s, char *to, size_t size, const char *what) {
    if (!at_end(s) && !s->quoted[s->next])
        return statement_fail(s, "%s must stand in double quotes, \"%s\" does not", what, s->word[s->next]);
    return take_word(s, to, size, what);
}

bool take_number(Statement *s, double *value, const char *what) {
    char word[64], *end;
    if (!take_word(s, word, sizeof word, what)) return false;
    *value = strtod(word, &end);
    if (end != word && !*end && isfinite(*value)) return true;
    return statement_fail(s, "%s must be a number, not \"%s\"", what, word);
}

bool take_keyword(Statement *s, const char *keyword) {
    char word[64];
    if (!take_word(s, word, sizeof word, keyword)) return false;
    return !strcmp(word, keyword) || statement_fail(s, "expected \"%s\" here, not \"%s\"", keyword, word);
}
