// Where comments, strings and directives end. See passed_over.h.
#include "grader/c_text/passed_over.h"

#include <ctype.h>
#include <string.h>

#include "grader/c_text/words.h"

const char *behind_comment(const char *at) {
    if (!strncmp(at, "//", 2)) return at + strcspn(at, "\n");
    if (strncmp(at, "/*", 2) != 0) return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

// 1'000, 0xff'ff'ff
static bool parts_number(const char *text, const char *at) {
    while (at > text && (is_word(at[-1]) || at[-1] == '\'')) at--;
    return isdigit((unsigned char)*at);
}

const char *behind_quoted(const char *text, const char *at) {
    const char quote = *at;
    if (quote != '"' && (quote != '\'' || parts_number(text, at))) return at;
    for (at++; *at && *at != quote && *at != '\n';) at += *at == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

const char *behind_directive(const char *at) {
    while (*at && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
    return at;
}

const char *behind_silent(const char *text, const char *at) {
    const char *behind = behind_comment(at);
    return behind > at ? behind : behind_quoted(text, at);
}
