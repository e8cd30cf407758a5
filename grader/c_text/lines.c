// Lines of a text. See lines.h.
#include "grader/c_text/lines.h"

#include <string.h>

#include "grader/c_text/spans.h"

const char *line_begin(const char *text, int line) {
    for (; line > 1 && text; line--) text = (text = strchr(text, '\n')) ? text + 1 : NULL;
    return text;
}

bool find_line(const char *text, int line, size_t *begin, size_t *end) {
    const char *at = line_begin(text, line);
    if (!at) return false;
    const Span s = trimmed(at, at + strcspn(at, "\n"));
    *begin = (size_t)(s.begin - text), *end = (size_t)(s.end - text);
    return s.end > s.begin;
}

int line_at(const char *text, size_t at) {
    int line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}
