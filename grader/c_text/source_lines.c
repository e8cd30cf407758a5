// Reads a file's lines, and the names in them.
#include "grader/c_text/source_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/comments.h"

bool read_lines(SourceLines *t, const char *path) {
    FILE *file = fopen(path, "r");
    size_t room = 0;
    bool inside = false; // a comment
    t->count = 0;
    while (file && t->count < SOURCE_LINES) {
        t->line[t->count] = NULL;
        room = 0;
        if (getline(&t->line[t->count], &room, file) < 0) {
            free(t->line[t->count]);
            break;
        }
        blank_comments(t->line[t->count++], &inside);
    }
    if (file) fclose(file);
    return t->count > 0;
}

// The name that an expression consists of; false where it is more than a name.
bool only_name(const char *at, const char *end, char name[SOURCE_NAME]) {
    while (at < end && isspace((unsigned char)*at)) at++;
    while (end > at && isspace((unsigned char)end[-1])) end--;
    if (at == end || end - at >= SOURCE_NAME || isdigit((unsigned char)*at)) return false;
    for (const char *p = at; p < end; p++)
        if (!is_word(*p)) return false;
    snprintf(name, SOURCE_NAME, "%.*s", (int)(end - at), at);
    return true;
}

bool names(const char *line, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(line, name); at; at = strstr(at + 1, name))
        if ((at == line || (!is_word(at[-1]) && at[-1] != '.')) && !is_word(at[length])) return true;
    return false;
}

void free_lines(SourceLines *t) {
    for (int i = 0; i < t->count; i++) free(t->line[i]);
    t->count = 0;
}
