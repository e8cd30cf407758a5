// The line in which an index is made of a float, or kept in a type that ends early.
#ifndef WARPBOOK_LARGE_ALONE_H
#define WARPBOOK_LARGE_ALONE_H

#include "grader/grading/ask_witness.h"

// Where cases of more than 2^24 cells alone go wrong and device code makes whole numbers of floats, or a type or number of the text ends early:
// says so as c->cause.
void explain_large_alone(Explaining *x, CaseResult *c);

#endif
