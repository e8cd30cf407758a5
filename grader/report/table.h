// A table of counts, for the classroom and for documents.
#ifndef WARPBOOK_TABLE_H
#define WARPBOOK_TABLE_H

#include "grader/text/writer.h"
#include "grader/verdict/verdict.h"

// Prints one of the spec's tables, whose rows have been run: headings, a line a row, the sentences below it.
// A row that failed shows why in place of its numbers.
void print_table(const Writer *writer, const LabResult *result, int table);

#endif
