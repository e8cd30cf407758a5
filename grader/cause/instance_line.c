// From a parameter of a template to the launch of an instance. A guess from the text, for a message alone.
#include "grader/cause/instance_line.h"

#include <string.h>

#include "grader/c_text/source_lines.h"

// The name of the kernel whose head follows; empty: it is written otherwise.
static Span kernel_below(const SourceLines *t, int template_line) {
    for (int i = template_line; i < t->count && i < template_line + 3; i++) {
        const char *line = t->line[i], *open = find_word(line, line, "__global__") ? strchr(line, '(') : NULL;
        const char *begin = open;
        while (begin && begin > line && is_word(begin[-1])) begin--;
        if (open) return (Span){begin, open};
    }
    return (Span){"", ""};
}

static int template_above(const SourceLines *t, int line, const char *parameter) {
    for (int i = line - 1; i >= 0 && t->line[i][0] != '}'; i--)
        if (find_word(t->line[i], t->line[i], "template") && find_word(t->line[i], t->line[i], parameter))
            return i;
    return -1;
}

int line_of_instance(const char *path, int line, const char *parameter) {
    static SourceLines t;
    int found = 0, count = 0;
    if (!read_lines(&t, path)) return 0;
    const int head = line <= t.count ? template_above(&t, line, parameter) : -1;
    const Span kernel = head < 0 ? (Span){"", ""} : kernel_below(&t, head);
    const size_t length = (size_t)(kernel.end - kernel.begin);
    for (int i = 0; i < t.count && length; i++)
        for (const char *at = t.line[i]; (at = strstr(at, "<")); at++)
            if ((size_t)(at - t.line[i]) >= length && !strncmp(at - length, kernel.begin, length) &&
                strstr(at + 1, "<<<"))
                found = i + 1, count++;
    free_lines(&t);
    return count == 1 ? found : 0;
}
