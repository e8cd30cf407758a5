// The line of the condition that another line is under.
#include "grader/cause/condition_line.h"

#include <string.h>

#include "grader/c_text/source_lines.h"

int condition_over(const char *path, int line) {
    static SourceLines t;
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    size_t depth = line > 0 && line <= t.count ? strspn(t.line[line - 1], " \t") + 1 : 0;
    for (int i = line; i > 0 && depth > 0 && !found; i--) {
        const char *text = t.line[i - 1];
        const size_t own = strspn(text, " \t");
        if (strchr("\r\n", text[own]) || own >= depth) continue;
        depth = own;
        const bool decides = strstr(text, "if (") || strstr(text, "if(") || find_word(text, text, "else") ||
                             strstr(text, "while (") ||
                             (i == line && (strchr(text, '?') || strstr(text, "&&")));
        if (decides) found = i;
    }
    free_lines(&t);
    return found;
}
