// The line in which a function of the file returns its value.
#ifndef WARPBOOK_RETURNED_LINE_H
#define WARPBOOK_RETURNED_LINE_H

#include "grader/c_text/source_lines.h"

// A function, or a lambda, of that name: the line of its first statement that returns a value. 0: there is none.
int line_of_returned_value(const SourceLines *t, const char *name);

#endif
