// Facts of the kernels of a case that are no counts, for expressions: of several kernels the least favourable
// one, so that no second kernel can hide behind a better first one.
#ifndef WARPBOOK_KERNEL_FACTS_H
#define WARPBOOK_KERNEL_FACTS_H

#include "grader/session/records.h"

// Index of a fact by its name in the JSON result, -1 where there is none of that name.
int kernel_fact_find(const char *name);

// Its value over all kernels that ran; NaN where it is not known.
double kernel_fact(const Records *records, int fact);

// Does the expression name one that only the assembler can tell (registers, occupancy)?
bool needs_occupancy(const char *expression);

#endif
