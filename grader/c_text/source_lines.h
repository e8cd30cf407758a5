// The lines of a file of C, without comments.
#ifndef WARPBOOK_SOURCE_LINES_H
#define WARPBOOK_SOURCE_LINES_H

#include <stdbool.h>

#include "grader/c_text/words.h"

enum { SOURCE_LINES = 4000, SOURCE_NAME = 64 };

typedef struct {
    char *line[SOURCE_LINES];
    int count;
} SourceLines;

// False: the file has none, or cannot be read. Free with free_lines.
bool read_lines(SourceLines *t, const char *path);
void free_lines(SourceLines *t);

// The name that [at, end) consists of; false where it is more than a name.
bool only_name(const char *at, const char *end, char name[SOURCE_NAME]);

// Does the line have that name, not as a member of something?
bool names(const char *line, const char *name);

#endif
