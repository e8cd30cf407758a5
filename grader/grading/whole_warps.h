// Results that are right wherever a block is a whole number of warps, and nowhere else.
#ifndef WARPBOOK_WHOLE_WARPS_H
#define WARPBOOK_WHOLE_WARPS_H

#include <stdbool.h>

#include "grader/verdict/verdict.h"

// A wrong output of a function that is given its block's size, whose cause is not known to be in a kernel: all of its cases whose blocks are
// whole warps are right, and the file computes with warps and with the number of a thread in the grid. Names the line of that number. False: it
// is not so.
bool say_whole_warps(const LabResult *result, CaseResult *c, const char *text);

#endif
