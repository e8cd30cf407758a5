// The timed rows of a table as bars, for the classroom.
#ifndef WARPBOOK_BARS_H
#define WARPBOOK_BARS_H

#include "grader/text/writer.h"
#include "grader/verdict/verdict.h"

// Prints the times of a table's rows as percent of a copy's speed, and beside them what has been published: measured where a
// GPU was used, else modelled, which the heading says. A row without a time says why. Nothing where no row has one.
void print_bars(const Writer *writer, const LabResult *result, int table);

#endif
