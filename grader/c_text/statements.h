// Statements of a file, as far as the ends of its lines show them.
#ifndef WARPBOOK_STATEMENTS_H
#define WARPBOOK_STATEMENTS_H

#include "grader/c_text/source_lines.h"

// Does a statement, or the head of a block, end with this line? So do a line of blanks and the mark of a TODO.
bool line_ends_statement(const char *line);

// The first line, from 1, of the statement that `line` belongs to.
int first_line_of_statement(const SourceLines *t, int line);

// Behind the heads of loops and conditions that begin the line.
const char *behind_heads(const char *line);

#endif
