// The lines of a function that give the variables of a statement their values. A guess from the text: what is made of it is tried.
#include "grader/cause/lines_behind.h"

#include <stdbool.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/spans.h"
#include "grader/c_text/statements.h"
#include "grader/cause/returned_line.h"

static int add(int line, int *lines, int count, int most) {
    if (count == most) return count;
    for (int i = 0; i < count; i++)
        if (lines[i] == line) return count;
    lines[count] = line;
    return count + 1;
}

static bool in_function(const SourceLines *t, int line) {
    return line > 0 && line <= t->count && strchr(" \t\r\n#", t->line[line - 1][0]);
}

// Where functions of the file return what that line gives a variable.
static int add_returns(const SourceLines *t, int line, int *lines, int count, int most) {
    char name[SOURCE_NAME];
    const char *text = t->line[line - 1];
    for (const char *at = text, *end = at + strlen(at); find_next_name(&at, end, name);) {
        const int returned = *at == '(' ? line_of_returned_value(t, name) : 0;
        if (returned && returned != line) count = add(returned, lines, count, most);
    }
    return count;
}

// Above and below the statement of the lines first .. last.
static int add_for_name(const SourceLines *t, int first, int last, const char *name, int *lines, int count,
                        int most) {
    int above = first - 1, below = last + 1;
    while (in_function(t, above) && !gives_value(t->line[above - 1], name)) above--;
    if (in_function(t, above)) count = add_returns(t, above, lines, add(above, lines, count, most), most);
    while (in_function(t, below) && !gives_value(t->line[below - 1], name)) below++;
    return in_function(t, below) ? add(below, lines, count, most) : count;
}

int add_lines_behind(const char *path, int line, int *lines, int count, int most) {
    static SourceLines t;
    char name[SOURCE_NAME];
    if (!read_lines(&t, path)) return count;
    const int first = in_function(&t, line) ? first_line_of_statement(&t, line) : line + 1;
    for (int i = first; i <= line; i++)
        for (const char *at = t.line[i - 1], *end = at + strlen(at); find_next_name(&at, end, name);)
            count = add_for_name(&t, first, line, name, lines, count, most);
    free_lines(&t);
    return count;
}
