// The line in which an index is made of a float.
#ifndef WARPBOOK_FLOAT_INDEX_H
#define WARPBOOK_FLOAT_INDEX_H

#include "grader/grading/ask_witness.h"

// Where cases of more than 2^24 cells alone go wrong and device code makes whole numbers of floats, or a type or number of the text ends early:
// says so as c->cause.
void explain_float_index(Explaining *x, CaseResult *c);

#endif
