// The timed rows of a table as bars, for the classroom.
#ifndef WARPBOOK_BARS_H
#define WARPBOOK_BARS_H

#include "grader/text/writer.h"
#include "grader/verdict/verdict.h"

// Prints the times of a table's rows as percent of a copy's speed, and beside them what has been published: measured where a
// GPU was used, else modelled, which the heading says. A row without a time says why. Nothing where no row has one.
void print_bars(const Writer *writer, const LabResult *result, int table);

// One sentence on the times of a table's rows, if any of them is to be timed: measured, modelled, or why there are none.
// False where none is.
bool times_note(const LabResult *result, int table, char *note, size_t note_size);

#endif
