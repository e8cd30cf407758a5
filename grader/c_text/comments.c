// Takes comments out of a line of C++. See comments.h.
#include "grader/c_text/comments.h"

#include <string.h>

#include "grader/c_text/passed_over.h"

static bool is_mark(const char *at) {
    return !strncmp(at, "// TODO ", 8) || !strncmp(at, "// end ", 7);
}

static void blank(char *from, const char *to) {
    for (; from < to; from++)
        if (*from != '\n') *from = ' ';
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
            const char *behind = behind_quoted(line, at);
            at += behind > at ? behind - at : 1;
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

char *code_alone(const char *text) {
    char *code = without_comments(text);
    for (char *at = code; at && *at;) {
        const char *behind = behind_silent(code, at);
        char *const end = at + (behind - at);
        if (*at == '/')
            blank(at, end);
        else if (end > at)
            blank(at + 1, end[-1] == *at ? end - 1 : end);
        at = end > at ? end : at + 1;
    }
    return code;
}
