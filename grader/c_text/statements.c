// Where statements begin and end. See statements.h.
#include "grader/c_text/statements.h"

#include <string.h>

bool line_ends_statement(const char *line) {
    const char *end = before_blanks(line, line + strlen(line));
    return end == line || strchr(";{}", end[-1]) || !strncmp(line + strspn(line, " \t"), "//", 2);
}

int first_line_of_statement(const SourceLines *t, int line) {
    while (line > 1 && !line_ends_statement(t->line[line - 2])) line--;
    return line;
}
