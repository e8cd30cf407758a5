// The timed rows of a table as bars, for the classroom.
#ifndef WARPBOOK_BARS_H
#define WARPBOOK_BARS_H

#include "grader/text/writer.h"
#include "grader/verdict/verdict.h"

// Prints the times of a table's rows, measured on a GPU, as percent of a copy's speed, and beside them what
// has been published. A row without a time says why. Nothing where no GPU was used.
void print_bars(const Writer *writer, const LabResult *result, int table);

#endif
