// Looks for a `return` between the head of a function and its first launch.
#include "grader/cause/left_early.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/comments.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static const char *word_in(const char *line, const char *word) {
    const size_t size = strlen(word);
    for (const char *at = strstr(line, word); at; at = strstr(at + 1, word))
        if ((at == line || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) &&
            !isalnum((unsigned char)at[size]) && at[size] != '_')
            return at;
    return NULL;
}

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
            inside = word_in(line, function) && strchr(line, '(') && !strchr(line, ';');
            continue;
        }
        launched = strstr(line, "<<<");
        if (!launched && word_in(line, "return")) found = number, count++;
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
