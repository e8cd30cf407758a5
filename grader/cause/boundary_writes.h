// Cells of an output that are not computed, and were written all the same.
#ifndef WARPBOOK_BOUNDARY_WRITES_H
#define WARPBOOK_BOUNDARY_WRITES_H

#include "grader/cause/explain.h"

// The cells that must keep what they hold; at most WITNESS_CELLS_MAX, spread over all of them. The number is returned.
size_t boundary_to_ask(const CaseData *data, const LabEntry *lab, uint64_t *cells);

// `text`: what the witness said of them. Names the first that a kernel wrote, with the line. False: none.
bool explain_boundary_write(Cause *cause, const CaseData *data, const char *text, size_t size);

#endif
