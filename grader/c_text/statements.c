// Where statements begin and end. See statements.h.
#include "grader/c_text/statements.h"

#include <string.h>

#include "grader/c_text/brackets.h"

bool line_ends_statement(const char *line) {
    const char *end = before_blanks(line, line + strlen(line));
    return end == line || strchr(";{}", end[-1]) || !strncmp(line + strspn(line, " \t"), "//", 2);
}

int first_line_of_statement(const SourceLines *t, int line) {
    while (line > 1 && !line_ends_statement(t->line[line - 2])) line--;
    return line;
}

const char *behind_heads(const char *line) {
    static const char *const words[] = {"for", "if", "while", "else"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        line += strspn(line, " \t");
        if (find_word(line, line, words[i]) != line) continue;
        const char *behind = line + strlen(words[i]);
        behind += strspn(behind, " \t");
        line = *behind == '(' ? behind_bracket(behind) : behind;
        i = (size_t)-1; // and the next one from the first word on
    }
    return line;
}
