// The line of the condition that another line is under.
#include "grader/cause/condition_line.h"

#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/variable_line.h"

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

// "if (NAME) ..." and "... = NAME ? a : b": the name. False: the condition is more than one.
static bool only_condition(const char *line, char name[SOURCE_NAME]) {
    const char *asks = strchr(line, '?'), *opens = strstr(line, "if (");
    if (opens) return only_name(opens + 4, opens + 4 + strcspn(opens + 4, ")"), name);
    const char *begin = asks ? find_assignment(line) : NULL;
    return begin && begin < asks && only_name(begin + 1, asks, name);
}

int line_that_decides(const char *path, int line) {
    static SourceLines t;
    char name[SOURCE_NAME];
    const int over = condition_over(path, line);
    if (!over || !read_lines(&t, path)) return over;
    const bool named = only_condition(line_text(&t, over), name);
    free_lines(&t);
    const int set = named ? line_of_value(path, over, name) : 0;
    return set ? set : over;
}
