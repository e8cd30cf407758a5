// From the name of a function to the line in which it returns.
#include "grader/cause/returned_line.h"

#include <string.h>

int line_of_returned_value(const SourceLines *t, const char *name) {
    enum { FAR = 20 };
    for (int i = 0; i < t->count; i++) {
        const char *at = find_name(t->line[i], t->line[i], name);
        if (!at) continue;
        const char *behind = at + strlen(name), *type = at; // "float *name(": of the star
        while (type > t->line[i] && strchr("*&", type[-1])) type--;
        const bool lambda = !strncmp(behind + strspn(behind, " "), "= [", 3),
                   defines = lambda || (*behind == '(' && before_blanks(t->line[i], type) < type &&
                                        strchr(at, '{') && !strchr(t->line[i], '='));
        for (int k = i; defines && k < t->count && k < i + FAR; k++) {
            if (find_word(t->line[k], t->line[k], "return")) return k + 1;
            if (k > i && t->line[k][0] == '}') break;
        }
    }
    return 0;
}
