// Reads the lines that define macros. See defines.h.
#include "grader/c_text/defines.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/words.h"

static const char *behind_blanks(const char *at) {
    return at + strspn(at, " \t");
}

// Behind the list that begins at `open`; NULL: it is another one than this reads.
static const char *read_list(Define *d, const char *open) {
    for (const char *at = open, *end;; at = end) {
        at = behind_blanks(at + 1);
        end = word_end(at);
        if (end == at) return *at == ')' && !d->parameters ? at + 1 : NULL;
        if (d->parameters == DEFINE_PARAMETERS || end - at >= SOURCE_NAME) return NULL;
        snprintf(d->parameter[d->parameters++], SOURCE_NAME, "%.*s", (int)(end - at), at);
        end = behind_blanks(end);
        if (*end == ')') return end + 1;
        if (*end != ',') return NULL;
    }
}

bool read_define(const char *line, Define *d) {
    static const char define[] = "define";
    const char *at = behind_blanks(line);
    *d = (Define){.has_list = false};
    if (*at != '#') return false;
    at = behind_blanks(at + 1);
    if (strncmp(at, define, strlen(define))) return false;
    at = behind_blanks(at + strlen(define));
    d->name = (Span){at, word_end(at)};
    at = d->name.end;
    d->has_list = *at == '(';
    if (d->has_list && !(at = read_list(d, at))) return false;
    const char *end = at;
    while (*end && *end != '\n' && strncmp(end, "//", 2)) end++;
    d->body = trimmed(at, end);
    return d->name.end > d->name.begin;
}
