// Where a text of C gives something a value.
#ifndef WARPBOOK_ASSIGNMENTS_H
#define WARPBOOK_ASSIGNMENTS_H

#include <stdbool.h>

// The = of the first assignment, of += and the like too, or of a declaration with a value; a comparison has none. NULL: there is none.
const char *find_assignment(const char *text);

// "++count[1]", "count[1] += 2", "count = 3", and of a pointer to rows "(*count)[4] = a": does the line give the variable, or an element of
// it, another value, or declare it with one?
bool gives_value(const char *line, const char *name);

#endif
