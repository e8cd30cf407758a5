// The TODO of a line in a file without the marks of the TODOs: by what the line does.
#ifndef WARPBOOK_TODO_BY_PART_H
#define WARPBOOK_TODO_BY_PART_H

#include "grader/lab/spec.h"

// What line `line` of `text` does, TodoParts: one of the first seven, and one of the last two or none; 0: it lies in no function. Known by words and braces alone: by `__global__` and
// `__device__`, barriers, coefficients (`.c[`), stores to `output`, and by what stands before and behind them.
unsigned parts_of_line(const char *text, const char *output, int line);

// Of the TODOs with tests of that entry the first whose text does one of these parts, see `does` in docs/lab_spec.md; the only one
// that has tests where there are no others. -1: none is clear.
int todo_of_parts(const LabSpec *spec, int entry, unsigned parts);

#endif
