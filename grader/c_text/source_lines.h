// The lines of a file of C, without comments.
#ifndef WARPBOOK_SOURCE_LINES_H
#define WARPBOOK_SOURCE_LINES_H

#include <stdbool.h>

#include "grader/c_text/lexemes.h"
#include "grader/c_text/spans.h"
#include "grader/c_text/words.h"

enum { SOURCE_LINES = 4000 };

typedef struct {
    char *line[SOURCE_LINES];
    int count;
} SourceLines;

// False: the file has none, or cannot be read. Free with free_lines.
bool read_lines(SourceLines *t, const char *path);
void free_lines(SourceLines *t);

// The line with that number, from 1; empty: there is none.
const char *line_text(const SourceLines *t, int line);

// All of them as one text, without the marks of TODOs, and with blanks for what stands between quotes. The caller's; NULL: there are
// none.
char *read_code(const char *path);

// The words of that text, to be freed before it. The text, the caller's; NULL: they cannot be had.
char *read_code_words(const char *path, Lexemes *words);

#endif
