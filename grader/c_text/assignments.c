// Where a text gives something a value. See assignments.h.
#include "grader/c_text/assignments.h"

#include <string.h>

const char *find_assignment(const char *text) {
    for (const char *at = strchr(text, '='); at; at = strchr(at + 1, '=')) {
        if (at[1] == '=')
            at++;
        else if (at == text || !strchr("<>!", at[-1]) || (at > text + 1 && at[-2] == at[-1] && at[-1] != '!'))
            return at;
    }
    return NULL;
}
