// Takes comments out of a line of C++. See comments.h.
#include "grader/c_text/comments.h"

#include <string.h>

static bool is_mark(const char *at) {
    return !strncmp(at, "// TODO ", 8) || !strncmp(at, "// end ", 7);
}

static void blank(char *from, const char *to) {
    for (; from < to; from++)
        if (*from != '\n') *from = ' ';
}

// Behind the string or character that begins at `at`.
static char *end_of_quoted(char *at) {
    const char quote = *at++;
    while (*at && *at != quote) at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

void blank_comments(char *line, bool *inside) {
    for (char *at = line; *at;) {
        char *const end = *inside ? strstr(at, "*/") : NULL, *const after = end ? end + 2 : at + strlen(at);
        if (*inside) {
            blank(at, after);
            *inside = end == NULL;
            at = after;
        } else if (!strncmp(at, "/*", 2)) {
            blank(at, at + 2);
            *inside = true;
            at += 2;
        } else if (!strncmp(at, "//", 2)) {
            if (!is_mark(at)) blank(at, at + strlen(at));
            return;
        } else {
            at = *at == '"' || *at == '\'' ? end_of_quoted(at) : at + 1;
        }
    }
}

char *without_comments(const char *text) {
    char *code = strdup(text);
    bool inside = false;
    for (char *line = code; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        blank_comments(line, &inside);
        if (end) *end = '\n';
        line = end ? end + 1 : line + strlen(line);
    }
    return code;
}
