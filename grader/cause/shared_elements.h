// A launch that asks for as many bytes of shared memory as it needs elements.
#ifndef WARPBOOK_SHARED_ELEMENTS_H
#define WARPBOOK_SHARED_ELEMENTS_H

#include "grader/cause/explain.h"

// Says so of an access that leaves the shared memory of its block, where the third number of the launch is no product with the size
// of an element and that many elements would be enough. False: it is something else.
bool explain_shared_elements(Cause *cause, const Explained *e, const Finding *f);

#endif
