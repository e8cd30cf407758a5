// Lines of a text, counted from 1.
#ifndef WARPBOOK_LINES_H
#define WARPBOOK_LINES_H

#include <stdbool.h>
#include <stddef.h>

// Where a line begins; NULL: the text has fewer.
const char *line_begin(const char *text, int line);

// The bytes [begin, end) of a line, blanks at its ends left out. False where the text has no such line, or nothing else stands in it.
bool find_line(const char *text, int line, size_t *begin, size_t *end);

// The line in which the byte `at` lies.
int line_at(const char *text, size_t at);

#endif
