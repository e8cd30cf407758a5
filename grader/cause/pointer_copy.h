// A pointer that a function got by value: what cudaMalloc stores into it, the caller never sees.
#ifndef WARPBOOK_POINTER_COPY_H
#define WARPBOOK_POINTER_COPY_H

#include "grader/cause/explain.h"

// Of `f`, the use of an address that is not in device memory: does the student's file have a cudaMalloc that sets a parameter, which
// is a copy, of a function that is given the variable and whose caller goes on with that? Then says so. A guess from the text.
bool explain_pointer_copy(Cause *cause, const Explained *e, const Finding *f);

#endif
