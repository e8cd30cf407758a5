// Looks for a `return` between the head of a function and its first launch.
#include "grader/cause/left_early.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/comments.h"
#include "grader/text/append.h"
#include "grader/text/words.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The number of the line; 0: there is no launch, or not just one `return` before it.
static int line_of_return(FILE *f, const char *function) {
    char *line = NULL;
    size_t room = 0;
    bool inside_comment = false, inside = false, launched = false;
    int found = 0, count = 0;
    for (int number = 1; !launched && getline(&line, &room, f) >= 0; number++) {
        blank_comments(line, &inside_comment);
        if (inside && line[0] == '}') break;
        if (!inside) {
            inside = find_word(line, line, function) && strchr(line, '(') && !strchr(line, ';');
            continue;
        }
        launched = strstr(line, "<<<");
        if (!launched && find_word(line, line, "return")) found = number, count++;
    }
    free(line);
    return launched && count == 1 ? found : 0;
}

bool say_left_early(Cause *cause, const char *function, const char *source) {
    FILE *f = source ? fopen(source, "r") : NULL;
    if (!f) return false;
    const int line = line_of_return(f, function);
    fclose(f);
    if (!line) return false;
    snprintf(cause->place.file, sizeof cause->place.file, "%s", source);
    cause->place.line = line;
    SAY(route, "No kernel was launched: `%s` returned at this line, before its launch.", function);
    return true;
}
