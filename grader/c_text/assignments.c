// Where a text gives something a value. See assignments.h.
#include "grader/c_text/assignments.h"

#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/words.h"

const char *find_assignment(const char *text) {
    for (const char *at = strchr(text, '='); at; at = strchr(at + 1, '=')) {
        if (at[1] == '=')
            at++;
        else if (at == text || !strchr("<>!", at[-1]) || (at > text + 1 && at[-2] == at[-1] && at[-1] != '!'))
            return at;
    }
    return NULL;
}

bool gives_value(const char *line, const char *name) {
    for (const char *at = line; (at = find_name(line, at, name)); at++) {
        const char *own = at + strlen(name), *before = before_blanks(line, at);
        const char *behind = behind_subscripts(own + (own[0] == ')' && own[1] == '['));
        behind += strspn(behind, " \t");
        const bool steps =
            !strncmp(behind, "++", 2) || !strncmp(behind, "--", 2) ||
            (before - line >= 2 && (!strncmp(before - 2, "++", 2) || !strncmp(before - 2, "--", 2)));
        const size_t sign = strcspn(behind, "=");
        const bool with = *behind && strchr("+-*/%<>|&^", *behind) && sign < 3 && behind[sign] == '=' &&
                          behind[sign + 1] != '=' && strncmp(behind, "<=", 2) && strncmp(behind, ">=", 2);
        if (steps || with || (*behind == '=' && behind[1] != '=')) return true;
    }
    return false;
}
