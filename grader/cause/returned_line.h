// The line in which a function of the file returns a number.
#ifndef WARPBOOK_RETURNED_LINE_H
#define WARPBOOK_RETURNED_LINE_H

#include "grader/c_text/source_lines.h"

// A function, or a lambda, of that name with one statement that returns a number: its line. 0: there is none.
int line_of_returned_number(const SourceLines *t, const char *name);

#endif
